import { contribute } from '#core/extension.ts'
import { defineWebPlugin, editorTools } from '#web/extensions/points.ts'
import { lazyPart } from '#web/parts/part.tsx'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }

export default defineWebPlugin({
  id: 'templates',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(editorTools, {
      id: 'api',
      title: 'api',
      place: 'insert',
      run: async ({ editor, language }) => {
        const { API_TEMPLATE } = await import('./content/api-template.ts')
        editor.insert(API_TEMPLATE[language])
      },
    }),
    contribute(editorTools, {
      id: 'database',
      title: 'database',
      place: 'insert',
      run: async ({ editor, language }) => {
        const { DATABASE_TEMPLATE } = await import('./content/database-template.ts')
        editor.insert(DATABASE_TEMPLATE[language])
      },
    }),
    contribute(editorTools, {
      id: 'more',
      title: 'more.title',
      place: 'insert',
      Dialog: lazyPart(async () => (await import('./web/more-templates-dialog.tsx')).MoreTemplatesDialog),
    }),
    contribute(editorTools, {
      id: 'save',
      title: 'save.title',
      place: 'save',
      Dialog: lazyPart(async () => (await import('./web/save-template-dialog.tsx')).SaveTemplateDialog),
    }),
  ],
})
