import { contribute, definePlugin, exportFormats } from '#core/plugin.ts'
import { openApiFormat } from './openapi/openapi-format.ts'
import { postmanFormat } from './postman/postman-format.ts'

export default definePlugin({
  id: 'api-export',
  apiVersion: 2,
  summary: 'Exports API documents as OpenAPI 3.1 or as a Postman collection.',
  contributes: [contribute(exportFormats, openApiFormat), contribute(exportFormats, postmanFormat)],
  messages: {
    en: { name: 'API export' },
    'zh-cn': { name: 'API 导出', summary: '把接口文档导出为 OpenAPI 3.1 或 Postman 集合。' },
  },
})
