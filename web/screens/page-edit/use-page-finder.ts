import { useMemo } from 'react'
import { isBroken, pageIdsIn } from '#web/article/broken-links.ts'
import { api } from '#web/api/trpc.ts'
import type { FoundPage, PagesOfItem } from '#web/editor/page-finder.ts'

/** The most entries of a menu. */
const MOST = 20
/** How long it may take until a new page is found. */
const FRESH_MS = 30_000

interface PagesOfCatalog {
  readonly pages: readonly { readonly pageId: number; readonly pageTitle: string }[]
  readonly catalogs: readonly (PagesOfCatalog & { readonly catalogName: string })[]
}

/** The pages of the item, for links to them. */
export function usePageFinder(itemId: number): PagesOfItem {
  const cache = api.useUtils()
  return useMemo(() => {
    const item = () => cache.item.info.fetch({ itemId }, { staleTime: FRESH_MS })
    return {
      find: async (query) => found(pagesOf((await item()).menu, itemId), query),
      async broken(addresses) {
        const { menu, itemDomain } = await item()
        const known = { itemId, itemDomain, pageIds: new Set(pageIdsIn(menu)) }
        return addresses.filter((address) => isBroken(address, known))
      },
    }
  }, [cache, itemId])
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
