import { formerIds, idHere, type NumberedThing } from '#core/item/former-ids.ts'
import type { Store } from '#core/ports/store.ts'
import type { Fields } from './fields.ts'

const NUMBERED: ReadonlyMap<string, NumberedThing> = new Map([
  ...['item_id', 'copy_item_id'].map((name) => [name, 'item'] as const),
  ...['page_id', 'default_page_id'].map((name) => [name, 'page'] as const),
  ...['cat_id', 'parent_cat_id'].map((name) => [name, 'catalog'] as const),
])
const ID = /^[1-9]\d{0,9}$/

/**
 * Replaces ids of an imported ShowDoc by the ids here, for things that could not keep theirs. New ids never collide
 * with ids of that ShowDoc, so a program can keep using the ids it was given.
 */
export async function putIdsOfHere(store: Pick<Store, 'documents'>, fields: Fields): Promise<void> {
  const named = [...NUMBERED].filter(([name]) => ID.test(numberText(fields[name])))
  if (named.length === 0 || (await formerIds(store).newest({}, 1)).length === 0) return
  for (const [name, thing] of named) fields[name] = String(await idHere(store, thing, Number(fields[name])))
}

const numberText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
