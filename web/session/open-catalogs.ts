import { ownName } from './own-names.ts'

const keyOf = (itemId: number) => ownName(`open_cat_id.${itemId}`)

/** The catalogs the reader left open in an item's tree, stored in this browser. */
export function rememberedCatalogs(itemId: number): readonly number[] {
  const ids: unknown = JSON.parse(localStorage.getItem(keyOf(itemId)) ?? '[]')
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []
}

export const rememberCatalogs = (itemId: number, open: ReadonlySet<number>): void =>
  localStorage.setItem(keyOf(itemId), JSON.stringify([...open]))
