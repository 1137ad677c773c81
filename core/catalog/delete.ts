import { requireUnheld } from '../access/doors.ts'
import type { OpenItem } from '../access/opened.ts'
import type { CommandContext } from '../context.ts'
import { announceLimitsGone } from '../member/limits-gone.ts'
import { catalogOf, subtreeOf, type Catalog } from './catalog.ts'

/**
 * Removes a catalog with those below it and puts their pages into the recycle bin. The caller holds the item and has
 * looked at the right.
 * @throws DomainError notFound; pageLocked when somebody else writes in one of the pages
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
  // Whoever writes in one of them would be left without a page to save.
  await requireUnheld(
    ctx,
    inside.map((page) => page.id),
  )
  const pageIds = await ctx.store.pages.recycleIn(ids, actorId, ctx.services.clock.now())
  const below = doomed.filter((each) => each !== catalog)
  ctx.emit('catalog.deleted', { catalog, below, pageIds, isMovedAway: false, actorId })
  await announceLimitsGone(ctx, opened.item.id, ids, actorId)
  await ctx.store.catalogs.deleteAll(ids)
}
