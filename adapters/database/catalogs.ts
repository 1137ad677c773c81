import type { Catalog, CatalogLevel } from '#core/catalog/catalog.ts'
import type { Catalogs } from '#core/ports/store.ts'
import type { New } from '#core/new.ts'
import { integer } from './column-types.ts'
import { columnsOf } from './columns.ts'
import { isLive } from './live-items.ts'
import { CatalogRows, type CatalogRow } from './rows.ts'
import { statement, type Session } from './session.ts'

const ofItem = statement(
  'catalogs.ofItem',
  `select ${columnsOf(CatalogRows, 'c')} from catalog c where c.item_id = $1 order by c.sort_order, c.id`,
  CatalogRows.columns,
)
const itemOf = statement(
  'catalogs.itemOf',
  `select c.item_id as "itemId" from catalog c where c.id = $1 and ${isLive('c.item_id')}`,
  { itemId: integer },
)
const updateAll = statement(
  'catalogs.updateAll',
  `update catalog c set parent_id = n.parent_id, name = n.name, level = n.level, sort_order = n.sort_order
   from unnest($1::integer[], $2::integer[], $3::text[], $4::smallint[], $5::integer[])
     n (id, parent_id, name, level, sort_order)
   where c.id = n.id`,
)

export const catalogsOn = (session: Session): Catalogs => ({
  async ofItem(itemId) {
    return (await session.all(ofItem, [itemId])).map(toCatalog)
  },
  async itemOf(catalogId) {
    return (await session.first(itemOf, [catalogId]))?.itemId ?? null
  },
  insert: async (catalog) => ({
    ...catalog,
    id: Number(await session.orm().insert(CatalogRows, catalogRowOf(catalog))),
  }),
  async updateAll(catalogs) {
    const each = <T>(field: (catalog: Catalog) => T): T[] => catalogs.map(field)
    await session.run(updateAll, [
      each(({ id }) => id),
      each(({ parentId }) => parentId),
      each(({ name }) => name),
      each(({ level }) => level),
      each(({ order }) => order),
    ])
  },
  async deleteAll(ids) {
    await session.orm().nativeDelete(CatalogRows, { id: [...ids] })
  },
})

const toCatalog = (row: CatalogRow): Catalog => ({
  id: row.id,
  itemId: row.itemId,
  parentId: row.parentId,
  name: row.name,
  level: levelOf(row.level),
  order: row.sortOrder,
})

export const catalogRowOf = ({ itemId, parentId, name, level, order }: New<Catalog>): Omit<CatalogRow, 'id'> => ({
  itemId,
  parentId,
  name,
  level,
  sortOrder: order,
})

/** The column's check constraint allows no other numbers. */
function levelOf(level: number): CatalogLevel {
  if (level === 1 || level === 2 || level === 3) return level
  throw new Error(`catalogs have no level ${level}`)
}
