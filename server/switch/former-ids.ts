import { formerIds } from '#core/item/former-ids.ts'
import type { OpenStore } from '#core/ports/store.ts'
import { formerPlace, pathOfPlace, type FormerPlace } from '../former-paths.ts'

type Documents = Pick<OpenStore, 'documents'>

/** The target here of a path from a ShowDoc; the same path when it is unknown. */
export async function pathHere(store: Documents, path: string): Promise<string> {
  const place = formerPlace(path)
  if (!place) return path
  const here = await placeHere(store, place)
  const { query } = here
  const target = place.isGate ? formerPlace(query.get('redirect') ?? '') : null
  // Where the gate leads to, which is no other gate.
  const targetHere = target && !target.isGate ? await placeHere(store, target) : target
  if (targetHere && targetHere !== target) query.set('redirect', pathOfPlace(targetHere))
  return here === place && targetHere === target ? path : pathOfPlace(here)
}

/** The same place when nothing of it has another number here. */
async function placeHere(store: Documents, place: FormerPlace): Promise<FormerPlace> {
  const { item, pageId, isGate } = place
  const idOf = async (key: string): Promise<number | null> => (await formerIds(store).byKey(key))?.data.id ?? null
  // An item may have kept the number that another one has there, whose pages got others.
  const itemHere = item !== null && /^[1-9]\d{0,9}$/.test(item) ? await idOf(`item ${item}`) : null
  const pageHere = pageId === null ? null : await idOf(`page ${pageId}`)
  if (itemHere === null && pageHere === null) return place
  const here = { ...place, pageId: pageHere ?? pageId }
  // A domain may be that of another item here, so the page alone says which one is meant.
  if (item !== null && !/^\d+$/.test(item))
    return isGate ? { ...here, item: '0' } : { ...here, item: null, isPageAsked: false }
  return { ...here, item: itemHere === null ? item : String(itemHere) }
}
