import { contribute } from '#core/extension.ts'
import { defineWebPlugin, editorTools } from '#web/extensions/points.ts'
import { lazyPart } from '#web/parts/part.tsx'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }

export default defineWebPlugin({
  id: 'format-tools',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(editorTools, {
      id: 'json-table',
      title: 'jsonTable.title',
      place: 'format',
      Dialog: lazyPart(async () => (await import('./web/json-table-dialog.tsx')).JsonTableDialog),
    }),
    contribute(editorTools, {
      id: 'beautiful-json',
      title: 'beautifulJson.title',
      place: 'format',
      Dialog: lazyPart(async () => (await import('./web/beautiful-json-dialog.tsx')).BeautifulJsonDialog),
    }),
    contribute(editorTools, {
      id: 'pasted-table',
      title: 'pastedTable.title',
      place: 'format',
      Dialog: lazyPart(async () => (await import('./web/pasted-table-dialog.tsx')).PastedTableDialog),
    }),
    contribute(editorTools, {
      id: 'sql-table',
      title: 'sqlTable.title',
      place: 'format',
      Dialog: lazyPart(async () => (await import('./web/sql-table-dialog.tsx')).SqlTableDialog),
    }),
  ],
})
