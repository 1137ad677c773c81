import { contribute, definePlugin, importFormats } from '#core/plugin.ts'
import { openApiImport } from './openapi/openapi-import.ts'

export default definePlugin({
  id: 'import-formats',
  apiVersion: 2,
  summary: 'Imports files of other programs: OpenAPI.',
  contributes: [contribute(importFormats, openApiImport)],
  messages: {
    en: { name: 'Import formats' },
    'zh-cn': { name: '导入格式', summary: '导入其他软件的文件：OpenAPI。' },
  },
})
