import { contribute } from '#core/extension.ts'
import { defineWebPlugin, editorTools, slashCommands } from '#web/extensions/points.ts'
import { lazyPart } from '#web/parts/part.tsx'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }

/** In the toolbar and in the `/` menu. */
const tables = [
  {
    id: 'json-table',
    title: 'jsonTable.title',
    words: 'jsonTable.words',
    Dialog: lazyPart(async () => (await import('./web/json-table-dialog.tsx')).JsonTableDialog),
  },
  {
    id: 'pasted-table',
    title: 'pastedTable.title',
    words: 'pastedTable.words',
    Dialog: lazyPart(async () => (await import('./web/pasted-table-dialog.tsx')).PastedTableDialog),
  },
  {
    id: 'sql-table',
    title: 'sqlTable.title',
    words: 'sqlTable.words',
    Dialog: lazyPart(async () => (await import('./web/sql-table-dialog.tsx')).SqlTableDialog),
  },
]

export default defineWebPlugin({
  id: 'format-tools',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    ...tables.map(({ words: _words, ...tool }) => contribute(editorTools, { ...tool, place: 'format' })),
    contribute(editorTools, {
      id: 'beautiful-json',
      title: 'beautifulJson.title',
      place: 'format',
      Dialog: lazyPart(async () => (await import('./web/beautiful-json-dialog.tsx')).BeautifulJsonDialog),
    }),
    ...(['callout', 'details', 'diagram', 'formula'] as const).map((id) =>
      contribute(slashCommands, {
        id,
        title: `${id}.title`,
        hint: `${id}.hint`,
        words: `${id}.words`,
        run: async ({ editor, language }) => {
          const { blockToStartFrom } = await import('./web/block-to-start-from.ts')
          const { markdown, sample } = blockToStartFrom(id, language)
          editor.insert(markdown, sample)
        },
      }),
    ),
    ...tables.map((command) => contribute(slashCommands, command)),
  ],
})
