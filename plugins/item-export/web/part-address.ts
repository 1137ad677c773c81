/** A page, a catalog or, with neither, the whole item; 0 for none. */
export interface ItemPart {
  readonly pageId: number
  readonly catalogId: number
}

const WHOLE: ItemPart = { pageId: 0, catalogId: 0 }

/** The address where a part of the item is exported. */
export const exportPath = (itemId: number, part: Partial<ItemPart> = {}): string =>
  `/item/export/${itemId}${queryOf({ ...WHOLE, ...part })}`

/** Its print view. */
export const printPath = (itemId: number, part: Partial<ItemPart> = {}): string =>
  `/item-export/print/${itemId}${queryOf({ ...WHOLE, ...part })}`

function queryOf({ pageId, catalogId }: ItemPart): string {
  if (pageId !== 0) return `?pageId=${pageId}`
  return catalogId === 0 ? '' : `?catalogId=${catalogId}`
}

/** The part in the query of such an address; older ones have its names on REST. */
export function partIn(search: string): ItemPart {
  const query = new URLSearchParams(search)
  const idOf = (name: string, formerName: string): number => Number(query.get(name) ?? query.get(formerName) ?? 0) || 0
  return { pageId: idOf('pageId', 'page_id'), catalogId: idOf('catalogId', 'cat_id') }
}
