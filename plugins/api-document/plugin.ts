import { contribute, definePlugin, pageKinds } from '#core/plugin.ts'
import { pageKind } from './kind.ts'

export default definePlugin({
  id: 'api-document',
  apiVersion: 2,
  summary: 'Pages that describe a call of an API, field by field.',
  contributes: [contribute(pageKinds, pageKind)],
  messages: { en: { name: 'API documents' }, 'zh-cn': { name: '接口文档', summary: '逐字段描述接口调用的页面。' } },
})
