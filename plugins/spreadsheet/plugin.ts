import { contribute, definePlugin, exportFormats, pageKinds } from '#core/plugin.ts'
import { excelFormat } from './export/excel-format.ts'
import { answerFrame } from './frame-route.ts'
import { pageKind } from './kind.ts'

export default definePlugin({
  id: 'spreadsheet',
  apiVersion: 2,
  summary: 'Pages that are sheets of cells, with formulas, and pages as Excel files.',
  routes: [{ prefix: '/spreadsheet-frame/', caller: 'none', answer: answerFrame }],
  contributes: [contribute(pageKinds, pageKind), contribute(exportFormats, excelFormat)],
  messages: {
    en: { name: 'Spreadsheets' },
    'zh-cn': { name: '电子表格', summary: '由单元格组成的表格页面，支持公式；页面可导出为 Excel 文件。' },
  },
})
