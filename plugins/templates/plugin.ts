import { definePlugin } from '#core/plugin.ts'
import { templateOperations } from './operations.ts'

export default definePlugin({
  id: 'templates',
  apiVersion: 1,
  summary: 'Texts to begin pages with: for APIs, for databases, and of your own.',
  operations: templateOperations,
})
