import { formerPlace, pathAsked } from '../../former-paths.ts'
import { pathHere } from '../former-ids.ts'
import { itemsIn, liveFirst } from '../items.ts'
import { isShort, pathAfterHost, type ShowdocLink } from '../links-in.ts'
import type { Proving } from './proving.ts'

/** A link to an item or a page by its number or its domain. */
type NamedLink = Exclude<ShowdocLink, { readonly kind: 'shared' }>

/** Where the address of a link leads here. */
interface LeadingHere {
  /** Whether to what it names in ShowDoc, as it does for people who open it. */
  leads(link: NamedLink): Promise<boolean>
  /**
   * Whether it is known why not: another ShowDoc that came before has the number, or the item has the domain no longer,
   * which the receipt tells of the item.
   */
  isTaken(link: NamedLink): boolean
}

export function leadingHere({ showdoc, carried, application, closed }: Proving): LeadingHere {
  const store = application.product.database
  const { idsHere, hasOthers } = carried.arrangement
  const { changed, kept } = carried.plan.findings
  const toldOf = new Set([...changed.filter(({ reason }) => reason === 'domainTaken'), ...kept].map(nameOfRow))
  const itemOfDomain = new Map<string, number>()
  for (const { id, domain } of liveFirst(itemsIn(showdoc.database)))
    if (domain !== '' && !closed.has(id) && !itemOfDomain.has(domain.toLowerCase()))
      itemOfDomain.set(domain.toLowerCase(), id)
  const itemNamed = (name: string): number | undefined =>
    isNumber(name) ? idsHere.get('item')?.get(Number(name)) : itemOfDomain.get(name.toLowerCase())
  const pathsHere = new Map<string, string>()
  const here = async (path: string): Promise<string> => {
    const known = pathsHere.get(path) ?? (await pathHere(store, path))
    pathsHere.set(path, known)
    return known
  }
  return {
    async leads(link) {
      // Short addresses mean what they mean here.
      const path = isShort(link) ? pathAfterHost(link.address) : await here(pathAsked(link.address))
      const place = formerPlace(path)
      // A page opens below the address of any item.
      if (link.pageId !== null) return place?.pageId === idsHere.get('page')?.get(link.pageId)
      if (link.kind !== 'item' || !place || place.item === null || place.pageId !== null) return false
      const item = isNumber(place.item) ? Number(place.item) : await store.items.byDomain(place.item)
      return item === itemNamed(link.item)
    },
    isTaken(link) {
      if (link.kind === 'item' && toldOf.has(nameOfRow({ table: 'item', id: itemNamed(link.item) ?? 0 }))) return true
      return hasOthers && (link.kind === 'page' || link.pageId !== null || isNumber(link.item))
    },
  }
}

const isNumber = (name: string): boolean => /^\d+$/.test(name)

const nameOfRow = ({ table, id }: { readonly table: string; readonly id: number | string }): string => `${table} ${id}`
