import type { Document } from '#core/ports/documents.ts'
import type { DocumentRow } from './rows.ts'

/** The plugin that owns the collection is responsible for its type T. */
export const toDocument = <T extends object>(row: DocumentRow): Document<T> => ({
  id: row.id,
  key: row.key,
  itemId: row.itemId,
  pageId: row.pageId,
  userId: row.userId,
  at: row.at,
  data: row.data as T,
})
