import { contribute, definePlugin, exportFormats } from '#core/plugin.ts'
import { showDocExport } from './showdoc-export.ts'

export default definePlugin({
  id: 'showdoc-export',
  apiVersion: 2,
  summary: 'Exports an item as a zip that ShowDoc imports, with the files of its pages beside it.',
  contributes: [contribute(exportFormats, showDocExport)],
  messages: {
    en: { name: 'ShowDoc export' },
    'zh-cn': { name: 'ShowDoc 导出', summary: '把项目导出为 ShowDoc 可以导入的 zip，页面中的文件一并放入。' },
  },
})
