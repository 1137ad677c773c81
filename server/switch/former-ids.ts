import { formerIds } from '#core/item/former-ids.ts'
import type { OpenStore } from '#core/ports/store.ts'

const ITEM = /^\/(item\/password\/)?([1-9]\d{0,9})(?:\/([1-9]\d{0,9}))?(?=$|[?#])/
const PAGE = /^\/(?:page|([a-z][a-z0-9]*))\/([1-9]\d{0,9})(?=$|[?#])/i

/** The target here of a path from a ShowDoc; the same path when it is unknown. */
export async function pathHere(store: Pick<OpenStore, 'documents'>, path: string): Promise<string> {
  const ofItem = ITEM.exec(path)
  const ofPage = ofItem ? null : PAGE.exec(path)
  const [whole = ''] = ofItem ?? ofPage ?? []
  const idOf = async (key: string): Promise<number | null> => (await formerIds(store).byKey(key))?.data.id ?? null
  if (ofItem) {
    const [, gate = '', item = '', page] = ofItem
    const itemHere = await idOf(`item ${item}`)
    // An item may have kept the number that another one has there, whose pages got others.
    const pageHere = page === undefined ? null : await idOf(`page ${page}`)
    if (itemHere === null && pageHere === null) return path
    return `/${gate}${itemHere ?? item}${page === undefined ? '' : `/${pageHere ?? page}`}${path.slice(whole.length)}`
  }
  const pageHere = ofPage ? await idOf(`page ${ofPage[2]}`) : null
  return pageHere === null ? path : `/page/${pageHere}${path.slice(whole.length)}`
}
