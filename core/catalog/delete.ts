import { openItemToChange, placeOf, requireLogin, requireRight, requireUnheld } from '../access/doors.ts'
import type { OpenItem } from '../access/opened.ts'
import type { CommandContext } from '../context.ts'
import { announceLimitsGone } from '../member/limits-gone.ts'
import { catalogOf, subtreeOf, topOf, type Catalog } from './catalog.ts'
import { productStore } from '../open-store.ts'

/**
 * Deletes a catalog of an item with those below it, if the caller may; their pages go to the recycle bin.
 * @throws DomainError itemClosed | notAllowed | notFound | pageLocked when somebody else is editing one of the pages
 */
export async function removeCatalog(ctx: CommandContext, itemId: number, catalogId: number): Promise<void> {
  const opened = await openItemToChange(ctx, itemId, 'edit', 'somewhere')
  const catalogs = await ctx.store.catalogs.ofItem(opened.item.id)
  requireRight(opened, 'edit', placeOf(topOf(catalogs, catalogId)))
  await deleteCatalog(ctx, opened, catalogs, { catalogId, actorId: requireLogin(ctx) })
}

/**
 * Deletes a catalog with its subcatalogs and moves their pages to the recycle bin. The caller has locked the item and
 * checked the right.
 * @throws DomainError notFound; pageLocked when somebody else is editing one of the pages
 */
export async function deleteCatalog(
  ctx: CommandContext,
  opened: OpenItem,
  catalogs: readonly Catalog[],
  { catalogId, actorId }: { readonly catalogId: number; readonly actorId: number },
): Promise<void> {
  const catalog = catalogOf(catalogs, catalogId)
  const doomed = subtreeOf(catalogs, catalogId)
  const ids = doomed.map(({ id }) => id)
  const heads = await ctx.store.pages.headsOf(opened.item.id)
  const inside = heads.filter((page) => page.catalogId !== null && ids.includes(page.catalogId))
  // Otherwise that person could no longer save the page.
  await requireUnheld(
    ctx,
    inside.map((page) => page.id),
  )
  const pageIds = await productStore(ctx.store).pages.recycleIn(ids, actorId, ctx.services.clock.now())
  const below = doomed.filter((each) => each !== catalog)
  ctx.emit('catalog.deleted', { catalog, below, pageIds, isMovedAway: false, actorId })
  await announceLimitsGone(ctx, opened.item.id, ids, actorId)
  await productStore(ctx.store).catalogs.deleteAll(ids)
}
