import { openItemToChange, placeOf, requireLogin, requireRight } from '../access/doors.ts'
import type { CommandContext } from '../context.ts'
import { productStore } from '../open-store.ts'
import { catalogOf, newCatalog, rearranged, topOf, type Catalog } from './catalog.ts'

/** Parameters for adding or changing a catalog; undefined fields do not change. */
export interface CatalogWishes {
  readonly itemId: number
  /** Null for the root of the item. */
  readonly parentId: number | null | undefined
  readonly name: string
  readonly order: number | undefined
}

/** @throws DomainError notAllowed | notFound (the parent) | catalogTooDeep | tooMany */
export async function addCatalog(
  ctx: CommandContext,
  { itemId, name, order, ...wishes }: CatalogWishes,
): Promise<Catalog> {
  const opened = await openItemToChange(ctx, itemId, 'edit', 'somewhere')
  const catalogs = await ctx.store.catalogs.ofItem(opened.item.id)
  const parentId = wishes.parentId ?? null
  requireRight(opened, 'edit', placeOf(topBelow(catalogs, parentId)))
  const wish = newCatalog(catalogs, { itemId, parentId, name, ...(order === undefined ? {} : { order }) })
  const catalog = await productStore(ctx.store).catalogs.insert(wish)
  ctx.emit('catalog.added', { catalog, origin: 'new', actorId: requireLogin(ctx) })
  return catalog
}

/**
 * Renames, moves or sorts a catalog; requires rights at the old and the new place.
 * @throws DomainError notAllowed | notFound | catalogLoop | catalogTooDeep
 */
export async function changeCatalog(ctx: CommandContext, id: number, wishes: CatalogWishes): Promise<Catalog> {
  const opened = await openItemToChange(ctx, wishes.itemId, 'edit', 'somewhere')
  const catalogs = await ctx.store.catalogs.ofItem(opened.item.id)
  const before = catalogOf(catalogs, id)
  const parentId = wishes.parentId === undefined ? before.parentId : wishes.parentId
  requireRight(opened, 'edit', placeOf(topOf(catalogs, id)))
  // A first-level catalog that is not moved requires no right on the root.
  if (parentId !== before.parentId) requireRight(opened, 'edit', placeOf(topBelow(catalogs, parentId)))
  const place = { id, parentId, name: wishes.name, order: wishes.order ?? before.order }
  const changed = rearranged(catalogs, [place])
  await productStore(ctx.store).catalogs.updateAll(changed)
  const catalog = changed.find((each) => each.id === id) ?? before
  if (catalog !== before) ctx.emit('catalog.updated', { catalog, before, actorId: requireLogin(ctx) })
  return catalog
}

const topBelow = (catalogs: readonly Catalog[], parentId: number | null): number | null =>
  parentId === null ? null : topOf(catalogs, parentId)
