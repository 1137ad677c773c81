import { useMemo } from 'react'
import { isBroken, pageIdsIn } from '#web/article/broken-links.ts'
import { api } from '#web/api/trpc.ts'
import type { FoundPage, PagesOfItem } from '#web/editor/page-finder.ts'

/** The most entries of a menu. */
const MOST = 20
/** How long it may take until a link is known to be broken. */
const FRESH_MS = 30_000
/** How long it may take until an open menu finds a new page. */
const MENU_FRESH_MS = 5_000

interface PagesOfCatalog {
  readonly pages: readonly { readonly pageId: number; readonly pageTitle: string }[]
  readonly catalogs: readonly (PagesOfCatalog & { readonly catalogName: string })[]
}

/** The pages of the item, for links to them. */
export function usePageFinder(itemId: number): PagesOfItem {
  const cache = api.useUtils()
  return useMemo(() => {
    // Whatever is wrong, the person goes on writing: nothing here may lead to the login page.
    const item = (staleTime: number) =>
      cache.item.info.fetch({ itemId }, { staleTime, retry: false, meta: { isQuiet: true } })
    /** As it is now, because pages are made and renamed elsewhere; as it was when the server cannot say. */
    const newest = async () => {
      const before = cache.item.info.getData({ itemId })
      // Without a connection the answer would be waited for.
      if (before && !navigator.onLine) return before
      return item(0).catch((error: unknown) => {
        if (before) return before
        throw error
      })
    }
    const ofMenu = askedAnew(newest)
    return {
      find: async (query) => found(pagesOf((await ofMenu(query)).menu, itemId), query),
      async broken(addresses) {
        const { menu, itemDomain } = await item(FRESH_MS)
        const known = { itemId, itemDomain, pageIds: new Set(pageIdsIn(menu)) }
        return addresses.filter((address) => isBroken(address, known))
      },
    }
  }, [cache, itemId])
}

/** What `ask` answers, asked anew whenever a menu is opened, and from time to time while it is open. */
function askedAnew<Answer>(ask: () => Promise<Answer>): (query: string) => Promise<Answer> {
  let asked: Promise<Answer> | null = null
  let askedAt = 0
  return (query) => {
    const isOpened = query === ''
    if (asked && !isOpened && Date.now() - askedAt < MENU_FRESH_MS) return asked
    askedAt = Date.now()
    return (asked = ask())
  }
}

const pagesOf = (
  { pages, catalogs }: PagesOfCatalog,
  itemId: number,
  path: readonly string[] = [],
): readonly FoundPage[] => [
  ...pages.map(({ pageId, pageTitle }) => ({ title: pageTitle, address: `/${itemId}/${pageId}`, path })),
  ...catalogs.flatMap((catalog) => pagesOf(catalog, itemId, [...path, catalog.catalogName])),
]

/** Titles that begin with it come before those that contain it. */
export function found(pages: readonly FoundPage[], query: string): readonly FoundPage[] {
  const wanted = query.trim().toLowerCase()
  const places = pages.map((page) => ({ page, at: page.title.toLowerCase().indexOf(wanted) }))
  return places
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => Number(a.at > 0) - Number(b.at > 0))
    .slice(0, MOST)
    .map(({ page }) => page)
}
