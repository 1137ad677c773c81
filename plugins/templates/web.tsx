import { contribute } from '#core/extension.ts'
import { defineWebPlugin, editorTools, slashCommands, type EditorToolContext } from '#web/extensions/points.ts'
import { lazyPart } from '#web/parts/part.tsx'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }

const insertApi = async ({ editor, language }: EditorToolContext): Promise<void> => {
  const { API_TEMPLATE } = await import('./content/api-template.ts')
  editor.insert(API_TEMPLATE[language])
}
const insertDatabase = async ({ editor, language }: EditorToolContext): Promise<void> => {
  const { DATABASE_TEMPLATE } = await import('./content/database-template.ts')
  editor.insert(DATABASE_TEMPLATE[language])
}
const MoreTemplates = lazyPart(async () => (await import('./web/more-templates-dialog.tsx')).MoreTemplatesDialog)

export default defineWebPlugin({
  id: 'templates',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(editorTools, { id: 'api', title: 'api', place: 'insert', run: insertApi }),
    contribute(editorTools, { id: 'database', title: 'database', place: 'insert', run: insertDatabase }),
    contribute(editorTools, { id: 'more', title: 'more.title', place: 'insert', Dialog: MoreTemplates }),
    contribute(slashCommands, { id: 'api', title: 'api', words: 'slash.api', run: insertApi }),
    contribute(slashCommands, { id: 'database', title: 'database', words: 'slash.database', run: insertDatabase }),
    contribute(slashCommands, { id: 'more', title: 'more.title', words: 'slash.more', Dialog: MoreTemplates }),
    contribute(editorTools, {
      id: 'save',
      title: 'save.title',
      place: 'save',
      Dialog: lazyPart(async () => (await import('./web/save-template-dialog.tsx')).SaveTemplateDialog),
    }),
  ],
})
