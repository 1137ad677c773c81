import { definePlugin } from '#core/plugin.ts'
import { templateOperations } from './operations.ts'

export default definePlugin({
  id: 'templates',
  apiVersion: 2,
  summary: 'Texts to begin pages with: for APIs, for databases, and of your own.',
  operations: templateOperations,
  messages: {
    en: {},
    'zh-cn': {
      calls: {
        'template.listMine': '调用者自己的模板，最新的在前。',
        'template.listOfItem': '共享到项目的模板，仅限可以编辑该项目的人。',
        'template.save': '把文字保存为调用者的模板。',
        'template.delete': '删除调用者的模板，已共享的项目中也不再显示。',
        'template.share': '把调用者的模板共享给这些项目的编辑者；不提交项目时全部取消共享。',
      },
    },
  },
})
