import { definePlugin } from '#core/plugin.ts'
import { formatToolsOperations } from './operations.ts'

export default definePlugin({
  id: 'format-tools',
  apiVersion: 1,
  summary: 'Turns JSON, SQL and copied cells into markdown.',
  operations: formatToolsOperations,
})
