import { visibleCatalogs } from '../access/access.ts'
import { menuKeyOf, type OpenWholeItem } from '../access/opened.ts'
import type { Context } from '../context.ts'
import { menuOf } from './menu.ts'
import { menuView, MenuView, type ShownMenu } from './menu-view.ts'
import { wholeServices } from '../open-services.ts'

/**
 * The menu of an item as its caller may see it. Cached until something in it changes, and shared by all callers who see
 * the same catalogs; the door decides at every call which ones those are. For queries only: within a transaction,
 * uncommitted data would be cached for everybody.
 */
export async function menuSeenIn({ store, services }: Context, opened: OpenWholeItem): Promise<ShownMenu> {
  const { item, menuRevision: revision } = opened
  const key = menuKeyOf(opened)
  const kept = wholeServices(services).menus.find(key)
  if (kept?.revision === revision) return kept.menu
  const [catalogs, heads] = await Promise.all([store.catalogs.ofItem(item.id), store.pages.headsOf(item.id)])
  const menu = MenuView.make(menuView(menuOf(catalogs, heads, visibleCatalogs(opened.access))))
  wholeServices(services).menus.put(key, { revision, menu })
  return menu
}

type ShownPage = ShownMenu['pages'][number]
interface ShownLevel {
  readonly pages: readonly ShownPage[]
  readonly catalogs: readonly (ShownLevel & { readonly catalogId: number })[]
}

/**
 * The page of the menu with this id, and the ids of the catalogs above it, which are expanded for it (D61); null when
 * it is not in the menu.
 */
export function placeIn(
  { pages, catalogs }: ShownLevel,
  pageId: number,
): { readonly page: ShownPage; readonly path: readonly number[] } | null {
  const page = pages.find((each) => each.pageId === pageId)
  if (page) return { page, path: [] }
  for (const catalog of catalogs) {
    const below = placeIn(catalog, pageId)
    if (below) return { page: below.page, path: [catalog.catalogId, ...below.path] }
  }
  return null
}
