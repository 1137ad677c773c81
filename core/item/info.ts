import type { z } from 'zod'
import { visibleCatalogs } from '../access/access.ts'
import type { OpenItem } from '../access/doors.ts'
import type { Context } from '../context.ts'
import { limits } from '../limits.ts'
import { wordsOf } from '../page/search.ts'
import { readSettings } from '../settings.ts'
import { siteSettings } from '../site/settings.ts'
import { headIn, menuOf, openCatalogsOf, type Menu } from './menu.ts'
import { itemView, menuView, type ItemInfoView } from './views.ts'

/** What the caller sees of the item as a whole; `keyword` filters its menu to a flat list of pages (D42). */
export async function infoOf(
  ctx: Context,
  { item, access }: OpenItem,
  { keyword, defaultPageId }: { readonly keyword: string; readonly defaultPageId: number },
): Promise<z.input<typeof ItemInfoView>> {
  const isLogin = ctx.actor.kind === 'user'
  const [catalogs, heads, site] = await Promise.all([
    ctx.store.catalogs.ofItem(item.id),
    ctx.store.pages.headsOf(item.id),
    isLogin ? readSettings(ctx.store, siteSettings) : null,
  ])
  const menu = menuOf(catalogs, heads, visibleCatalogs(access))
  const shownPage = headIn(menu, defaultPageId)
  const [defaultCatId2, defaultCatId3, defaultCatId4] = openCatalogsOf(catalogs, shownPage)
  return {
    ...itemView(ctx, item, access),
    isLogin,
    menu: menuView(keyword === '' ? menu : await filtered(ctx, { item, access }, menu, keyword)),
    defaultPageId: shownPage?.id ?? 0,
    defaultCatId2,
    defaultCatId3,
    defaultCatId4,
    globalParam: {
      query: [...item.globalParams.query],
      body: [...item.globalParams.body],
      header: [...item.globalParams.header],
    },
    showWatermark: site?.showWatermark ?? false,
    unreadCount: 0,
  }
}

async function filtered(ctx: Context, { item, access }: OpenItem, menu: Menu, keyword: string): Promise<Menu> {
  const scope = { itemId: item.id, topCatalogIds: visibleCatalogs(access) }
  const hits = await ctx.store.search.find(wordsOf(keyword), scope, limits.menuHits)
  const pages = hits.map(({ pageId }) => headIn(menu, pageId)).filter((head) => head !== null)
  return { pages, catalogs: [] }
}
