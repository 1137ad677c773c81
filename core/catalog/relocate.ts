import { openItem, openItemToChange, requireUnheld } from '../access/doors.ts'
import type { OpenedItem, OpenItem } from '../access/opened.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { copyCatalogs, copyPages } from '../item/copy.ts'
import { announceLimitsGone } from '../member/limits-gone.ts'
import { productStore } from '../open-store.ts'
import type { OpenItemId } from '../opened-id.ts'
import { catalogOf, rearranged, subtreeOf, type Catalog } from './catalog.ts'
import { requireWithinPageLimit } from '../page/page-limit.ts'

export interface Relocation {
  readonly catalogId: number
  readonly toItemId: number
  /** Null for the root of the item. */
  readonly toParentId: number | null
  readonly actorId: number
}

/**
 * Copies a catalog with everything in it, within this item or to another one.
 * @returns the copy
 * @throws DomainError notFound | notAllowed | catalogTooDeep | tooMany
 */
export async function copyCatalog(ctx: CommandContext, relocation: Relocation): Promise<Catalog> {
  const { item: source } = await openSource(ctx, relocation, 'copy')
  const { item: target } = await openItemToChange(ctx, relocation.toItemId, 'edit')
  const originals = subtreeOf(await ctx.store.catalogs.ofItem(source.id), relocation.catalogId)
  const copies = await addBelow(ctx, originals, target.id, relocation.toParentId)
  const ids = originals.map(({ id }) => id)
  const pages = ids.length === 0 ? [] : await ctx.store.pages.ofItem(source.id, ids)
  await copyPages(ctx, pages, { itemId: target.id, authorId: relocation.actorId, catalogs: copies })
  const catalog = catalogFrom(copies, relocation.catalogId)
  ctx.emit('catalog.added', { catalog, origin: 'copied', actorId: relocation.actorId })
  return catalog
}

/**
 * Moves a catalog with everything in it; pages keep their ids and their history.
 * @returns the catalog in its new place, with a new id when it is in another item
 * @throws DomainError notFound | notAllowed | catalogLoop | catalogTooDeep | tooMany
 */
export async function moveCatalog(ctx: CommandContext, relocation: Relocation): Promise<Catalog> {
  const { catalogId, toItemId, toParentId: parentId, actorId } = relocation
  const { item: source } = await openSource(ctx, relocation, 'edit')
  // Two moves in opposite directions must not deadlock.
  const held: OpenedItem[] = []
  for (const id of [source.id, toItemId].toSorted((a, b) => a - b))
    held.push((await openItemToChange(ctx, id, 'edit')).item)
  const target = held.find(({ id }) => id === toItemId) ?? source
  const catalogs = await ctx.store.catalogs.ofItem(source.id)
  const before = catalogOf(catalogs, catalogId)
  if (source.id !== target.id) return moveAcross(ctx, subtreeOf(catalogs, catalogId), { ...relocation, source, target })
  const changed = rearranged(catalogs, [{ ...before, parentId }])
  await productStore(ctx.store).catalogs.updateAll(changed)
  const catalog = changed.find(({ id }) => id === catalogId) ?? before
  if (catalog !== before) ctx.emit('catalog.updated', { catalog, before, actorId })
  return catalog
}

interface RelocationAcross extends Relocation {
  readonly source: OpenedItem
  readonly target: OpenedItem
}

async function moveAcross(
  ctx: CommandContext,
  originals: readonly Catalog[],
  { source, target: { id: itemId }, actorId, catalogId, toParentId }: RelocationAcross,
): Promise<Catalog> {
  const { store } = ctx
  const before = catalogOf(originals, catalogId)
  const copies = await addBelow(ctx, originals, itemId, toParentId)
  const heads = Map.groupBy(await store.pages.headsOf(source.id), (head) => head.catalogId ?? 0)
  const moving = originals.flatMap(({ id }) => heads.get(id) ?? []).map(({ id }) => id)
  await requireWithinPageLimit(ctx, itemId, moving.length)
  // Otherwise the unsaved text would go to an item in which its author may have no role.
  await requireUnheld(ctx, moving)
  for (const original of originals) {
    const pageIds = (heads.get(original.id) ?? []).map(({ id }) => id)
    const catalog = copies.get(original.id)
    if (pageIds.length > 0 && catalog)
      await productStore(store).pages.moveAll(pageIds, { itemId, catalogId: catalog.id })
  }
  const below = originals.filter((each) => each !== before)
  ctx.emit('catalog.deleted', { catalog: before, below, pageIds: moving, isMovedAway: true, actorId })
  const ids = originals.map(({ id }) => id)
  await announceLimitsGone(ctx, source.id, ids, actorId)
  await productStore(store).catalogs.deleteAll(ids)
  const catalog = catalogFrom(copies, catalogId)
  ctx.emit('catalog.added', { catalog, origin: 'moved', actorId })
  return catalog
}

// The item of the catalog itself; a missing catalog is refused like an inaccessible one.
async function openSource(ctx: CommandContext, { catalogId }: Relocation, ability: 'copy' | 'edit'): Promise<OpenItem> {
  const itemId = await ctx.store.catalogs.itemOf(catalogId)
  if (itemId === null) throw new DomainError('notAllowed')
  return openItem(ctx, itemId, ability)
}

async function addBelow(
  ctx: CommandContext,
  originals: readonly Catalog[],
  itemId: OpenItemId,
  parentId: number | null,
) {
  return copyCatalogs(ctx, originals, { itemId, parentId, catalogs: await ctx.store.catalogs.ofItem(itemId) })
}

function catalogFrom(catalogs: ReadonlyMap<number, Catalog>, id: number): Catalog {
  const catalog = catalogs.get(id)
  if (!catalog) throw new DomainError('notFound')
  return catalog
}
