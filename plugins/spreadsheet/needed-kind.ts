import type { ImportTarget } from '#core/plugin.ts'
import { SHEETS_KIND } from './kind-id.ts'

type ImportedItem = Parameters<ImportTarget['item']>[0]

/** An item that comes in as a table is one only where there are pages of sheets. */
export const withNeededKind = (item: ImportedItem): ImportedItem =>
  item.type === 'table' ? { ...item, neededKind: SHEETS_KIND } : item
