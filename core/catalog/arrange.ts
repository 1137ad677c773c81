import { openItemToChange, placeOf, requireLogin, requireRight, requireUnheld } from '../access/doors.ts'
import type { OpenItem } from '../access/opened.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { productStore } from '../open-store.ts'
import type { PageHead } from '../page/page.ts'
import { arranged, type Move } from './arrangement.ts'
import { catalogOf, topOf, type Catalog } from './catalog.ts'

/**
 * Moves pages and catalogs within an item, atomically. Requires rights at the old and the new place of each. Neighbours
 * that only shift are not affected in a way their editors would notice.
 * @throws DomainError notAllowed | notFound | catalogLoop | catalogTooDeep | pageLocked (a moved page)
 */
export async function arrangeTree(ctx: CommandContext, itemId: number, moves: readonly Move[]): Promise<void> {
  const opened = await openItemToChange(ctx, itemId, 'edit', 'somewhere')
  const catalogs = await ctx.store.catalogs.ofItem(opened.item.id)
  const heads = await ctx.store.pages.headsOf(opened.item.id)
  for (const move of moves) requireRightToMove(opened, catalogs, heads, move)
  const changed = arranged(catalogs, heads, moves)
  const movedIds = new Set(moves.filter(({ kind }) => kind === 'page').map(({ id }) => id))
  await requireUnheld(
    ctx,
    changed.pages.filter(({ id }) => movedIds.has(id)).map(({ id }) => id),
  )
  await keepCatalogs(ctx, catalogs, changed.catalogs)
  await keepPages(ctx, opened, heads, changed.pages)
}

function requireRightToMove(
  opened: OpenItem,
  catalogs: readonly Catalog[],
  heads: readonly PageHead[],
  { kind, id, into }: Move,
): void {
  const placeIn = (catalogId: number | null) => placeOf(catalogId === null ? null : topOf(catalogs, catalogId))
  requireRight(opened, 'edit', placeIn(into))
  if (kind === 'catalog') return requireRight(opened, 'edit', placeIn(catalogOf(catalogs, id).parentId))
  const page = heads.find((head) => head.id === id)
  if (!page) throw new DomainError('notFound')
  return requireRight(opened, 'edit', placeIn(page.catalogId))
}

async function keepCatalogs(ctx: CommandContext, before: readonly Catalog[], changed: readonly Catalog[]) {
  if (changed.length === 0) return
  await productStore(ctx.store).catalogs.updateAll(changed)
  for (const catalog of changed) {
    ctx.emit('catalog.updated', { catalog, before: catalogOf(before, catalog.id), actorId: requireLogin(ctx) })
  }
}

async function keepPages(
  ctx: CommandContext,
  { item }: OpenItem,
  heads: readonly PageHead[],
  changed: readonly PageHead[],
): Promise<void> {
  const former = new Map(heads.map((head) => [head.id, head]))
  const moved = changed.flatMap((page) => {
    const before = former.get(page.id)
    return before && before.catalogId !== page.catalogId ? [{ page, before }] : []
  })
  for (const [catalogId, pages] of Map.groupBy(moved, ({ page }) => page.catalogId)) {
    const ids = pages.map(({ page }) => page.id)
    await productStore(ctx.store).pages.moveAll(ids, { itemId: item.id, catalogId })
  }
  if (changed.length > 0) {
    await productStore(ctx.store).pages.setOrder(item.id, new Map(changed.map(({ id, order }) => [id, order])))
  }
  const actorId = requireLogin(ctx)
  for (const { page, before } of moved) ctx.emit('page.moved', { page, before, actorId })
  const came = new Set(moved.map(({ page }) => page.catalogId))
  const sorted = new Set(changed.map(({ catalogId }) => catalogId).filter((id) => !came.has(id)))
  if (sorted.size > 0) ctx.emit('page.sorted', { itemId: item.id, catalogIds: [...sorted], actorId })
}
