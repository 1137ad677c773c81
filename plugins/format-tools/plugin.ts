import { definePlugin } from '#core/plugin.ts'
import { formatToolsOperations } from './operations.ts'

export default definePlugin({
  id: 'format-tools',
  apiVersion: 2,
  summary: 'Turns JSON, SQL and copied cells into markdown.',
  operations: formatToolsOperations,
  messages: {
    en: { name: 'Format tools' },
    'zh-cn': {
      name: '格式工具',
      summary: '把 JSON、SQL 和复制的表格转换为 Markdown。',
      calls: { 'formatTools.sqlToTable': '把 CREATE TABLE 语句中的列转换为 Markdown 表格。' },
    },
  },
})
