import { contribute, definePlugin, importFormats } from '#core/plugin.ts'
import { filesImport } from './archive/files-import.ts'
import { excelImport } from './excel/excel-import.ts'
import { htmlImport } from './html/html-import.ts'
import { markdownFileImport } from './markdown/markdown-file-import.ts'
import { openApiImport } from './openapi/openapi-import.ts'
import { postmanImport } from './postman/postman-import.ts'
import { showDocImport } from './showdoc/showdoc-import.ts'
import { wordImport } from './word/word-import.ts'
import { yapiImport } from './yapi/yapi-import.ts'

export default definePlugin({
  id: 'import-formats',
  apiVersion: 2,
  summary: 'Imports files of other programs: OpenAPI, Postman, ShowDoc, YApi, Word, Excel, HTML and markdown.',
  contributes: [
    openApiImport,
    showDocImport,
    filesImport,
    postmanImport,
    yapiImport,
    wordImport,
    excelImport,
    htmlImport,
    markdownFileImport,
  ].map((format) => contribute(importFormats, format)),
  messages: {
    en: { name: 'Import formats' },
    'zh-cn': {
      name: '导入格式',
      summary: '导入其他软件的文件：OpenAPI、Postman、ShowDoc、YApi、Word、Excel、HTML 和 Markdown。',
    },
  },
})
