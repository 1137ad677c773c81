import { definePlugin } from '#core/plugin.ts'
import { itemKeyOperations } from './operations.ts'

export default definePlugin({
  id: 'open-api',
  apiVersion: 1,
  summary: 'A key for each item, with which programs write its pages.',
  operations: itemKeyOperations,
})
