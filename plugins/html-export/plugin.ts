import { contribute, definePlugin, exportFormats } from '#core/plugin.ts'
import { folder } from './folder.ts'
import { oneFile } from './one-file.ts'

export default definePlugin({
  id: 'html-export',
  apiVersion: 2,
  summary: 'Exports pages as one HTML file that is read without a network, or as pages for a web server.',
  contributes: [contribute(exportFormats, oneFile), contribute(exportFormats, folder)],
  messages: {
    en: { name: 'HTML export' },
    'zh-cn': {
      name: 'HTML 导出',
      summary: '把页面导出为可离线阅读的单个 HTML 文件，或可放到 Web 服务器上的网页。',
    },
  },
})
