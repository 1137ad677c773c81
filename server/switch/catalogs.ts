import { z } from 'zod'
import { idColumn, orderColumn, referenceColumn, textColumn } from './columns.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

/** A catalog of ShowDoc, at any depth. */
export interface ShowdocCatalog {
  readonly id: number
  readonly itemId: number
  /** Null at the first level. */
  readonly parentId: number | null
  readonly name: string
  readonly order: number
}

const Columns = z.object({
  cat_id: idColumn,
  item_id: idColumn,
  parent_cat_id: referenceColumn,
  cat_name: textColumn,
  s_number: orderColumn,
})

export const catalogsIn = (database: ShowdocDatabase): readonly ShowdocCatalog[] =>
  Array.from(database.rows('catalog', Columns, { by: 'cat_id' }), (row) => ({
    id: row.cat_id,
    itemId: row.item_id,
    parentId: row.parent_cat_id,
    name: row.cat_name,
    order: row.s_number,
  }))
