import type { z } from 'zod'
import { can, visibleCatalogs } from '../access/access.ts'
import type { OpenWholeItem } from '../access/opened.ts'
import type { Context } from '../context.ts'
import { limits } from '../limits.ts'
import { wordsOf } from '../page/search.ts'
import { readSettings } from '../settings.ts'
import { siteSettings } from '../site/settings.ts'
import { menuSeenIn, placeIn } from './kept-menu.ts'
import type { ShownMenu } from './menu-view.ts'
import { unreadCountOf } from './unread.ts'
import { itemView, type ItemInfoView } from './views.ts'

/** The item as a whole, as this caller may see it; `keyword` filters its menu to a flat list of pages (D42). */
export async function infoOf(
  ctx: Context,
  opened: OpenWholeItem,
  { keyword, defaultPageId }: { readonly keyword: string; readonly defaultPageId: number },
): Promise<z.input<typeof ItemInfoView>> {
  const isLoggedIn = ctx.actor.kind === 'user'
  const { item, access } = opened
  const [menu, site, unreadCount] = await Promise.all([
    menuSeenIn(ctx, opened),
    isLoggedIn ? readSettings(ctx.store, siteSettings) : null,
    unreadCountOf(ctx),
  ])
  const place = placeIn(menu, defaultPageId)
  const [defaultCatalogId2 = 0, defaultCatalogId3 = 0, defaultCatalogId4 = 0] = place?.path ?? []
  return {
    ...itemView(ctx, item, access),
    isLoggedIn,
    seesChanges: isLoggedIn && can(access, 'copy'),
    menu: keyword === '' ? menu : await filtered(ctx, opened, menu, keyword),
    defaultPageId: place?.page.pageId ?? 0,
    defaultCatalogId2,
    defaultCatalogId3,
    defaultCatalogId4,
    globalParams: {
      query: [...item.globalParams.query],
      body: [...item.globalParams.body],
      header: [...item.globalParams.header],
    },
    showWatermark: site?.showWatermark ?? false,
    unreadCount,
  }
}

async function filtered(
  ctx: Context,
  { item, access }: OpenWholeItem,
  menu: ShownMenu,
  keyword: string,
): Promise<ShownMenu> {
  const scope = { itemId: item.id, topCatalogIds: visibleCatalogs(access) }
  const ids = await ctx.store.search.idsIn(wordsOf(keyword), scope, limits.menuHits)
  return { pages: ids.flatMap((pageId) => placeIn(menu, pageId)?.page ?? []), catalogs: [] }
}
