import { openItemToChange, placeOf, requireLogin, requireRight, requireUnheld } from '../access/doors.ts'
import { deleteCatalog } from '../catalog/delete.ts'
import { catalogOf, topOf } from '../catalog/catalog.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { productStore } from '../open-store.ts'

/** What to delete together; everything in the catalogs is deleted with them. */
export interface Doomed {
  readonly itemId: number
  readonly pageIds: readonly number[]
  readonly catalogIds: readonly number[]
}

/**
 * Moves pages to the recycle bin and deletes catalogs with those below them, atomically.
 * @throws DomainError notAllowed | notFound | pageLocked when somebody else is editing one of the pages
 */
export async function deleteSeveral(ctx: CommandContext, { itemId, pageIds, catalogIds }: Doomed): Promise<void> {
  const opened = await openItemToChange(ctx, itemId, 'edit', 'somewhere')
  const actorId = requireLogin(ctx)
  const catalogs = await ctx.store.catalogs.ofItem(opened.item.id)
  for (const id of catalogIds) requireRight(opened, 'edit', placeOf(topOf(catalogs, id)))

  const heads = new Map((await ctx.store.pages.headsOf(opened.item.id)).map((head) => [head.id, head]))
  for (const id of pageIds) {
    const page = heads.get(id)
    if (!page) throw new DomainError('notFound')
    requireRight(opened, 'edit', placeOf(page.catalogId === null ? null : topOf(catalogs, page.catalogId)))
  }
  await requireUnheld(ctx, pageIds)
  const pages = await ctx.store.pages.byIds(opened.item.id, pageIds)
  await productStore(ctx.store).pages.recycleAll(opened.item.id, pageIds, actorId, ctx.services.clock.now())
  for (const page of pages) ctx.emit('page.deleted', { page, actorId })

  for (const catalogId of catalogIds) {
    const present = await ctx.store.catalogs.ofItem(opened.item.id)
    // It may be below another one of them.
    if (present.some(({ id }) => id === catalogOf(catalogs, catalogId).id)) {
      await deleteCatalog(ctx, opened, present, { catalogId, actorId })
    }
  }
}
