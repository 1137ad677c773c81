import { belongings, contribute, definePlugin, templateCarriers } from '#core/plugin.ts'
import { ownedTemplates } from './belongings.ts'
import { carryTemplate } from './carry.ts'
import { templateOperations } from './operations.ts'

declare module '#core/errors.ts' {
  interface PluginErrorCodes {
    readonly templateTooLarge: 20101
    readonly templatesFull: 20102
  }
}

export default definePlugin({
  id: 'templates',
  apiVersion: 2,
  summary: 'Texts to begin pages with: for APIs, for databases, and of your own.',
  operations: templateOperations,
  contributes: [contribute(templateCarriers, carryTemplate), contribute(belongings, ownedTemplates)],
  errors: { templateTooLarge: 20101, templatesFull: 20102 },
  messages: {
    en: {
      name: 'Templates',
      errors: {
        templateTooLarge: 'A template may have {kilobytes} KB. Please shorten it, or keep it as a page.',
        templatesFull: 'Your templates may have {megabytes} MB together. Delete some of them first.',
      },
    },
    'zh-cn': {
      name: '模板',
      summary: '新建页面时使用的文字：API、数据库以及自己的模板。',
      errors: {
        templateTooLarge: '单个模板不能超过 {kilobytes} KB。请缩短内容，或改为保存成页面。',
        templatesFull: '你的模板总大小不能超过 {megabytes} MB。请先删除一些模板。',
      },
      calls: {
        'template.listMine': '调用者自己的模板，最新的在前。',
        'template.listOfItem': '共享到项目的模板，仅限可以编辑该项目的人；正文总计不超过 8 MB，较早的模板不带正文。',
        'template.heads': '调用者自己的模板，不含正文，最新的在前。',
        'template.headsOfItem': '共享到项目的模板，不含正文，仅限可以编辑该项目的人。',
        'template.text': '模板的正文，仅限自己的模板，或共享到调用者可以编辑的项目的模板。',
        'template.save': '把文字保存为调用者的模板。',
        'template.delete': '删除调用者的模板，已共享的项目中也不再显示。',
        'template.share': '把调用者的模板共享给这些项目的编辑者；不提交项目时全部取消共享。',
      },
    },
  },
})
