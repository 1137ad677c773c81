import { can } from '../access/access.ts'
import { openItemToChange, placeOf, requireLogin, requireRight } from '../access/doors.ts'
import type { OpenItem } from '../access/opened.ts'
import { newCatalog, topOf, type Catalog } from '../catalog/catalog.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { Page, RecycledPage } from '../page/page.ts'
import { requirePageRoom } from '../page/page-room.ts'

/**
 * Where a page comes back to: where it lay, as long as its catalog is there. Its place in the root may be taken by then,
 * so there it comes where a new page would.
 */
export const placeBack = ({ catalogId, order }: RecycledPage): Pick<Page, 'catalogId' | 'order'> =>
  catalogId === null ? { catalogId, order: limits.defaultOrder } : { catalogId, order }

/** Takes a page out of the bin. The caller holds the item, which has room for it. @throws DomainError notFound */
export async function bringBack(
  ctx: CommandContext,
  { item }: OpenItem,
  pageId: number,
  to: Pick<Page, 'catalogId' | 'order'>,
): Promise<Page> {
  const page = await ctx.store.pages.recover(item.id, pageId, to)
  if (!page) throw new DomainError('notFound')
  ctx.emit('page.recovered', { page, actorId: requireLogin(ctx) })
  return page
}

/** What somebody has deleted and takes back. */
export interface Undoing {
  readonly itemId: number
  /** Where each lay; a catalog of `catalogs` by its former id. */
  readonly pages: readonly { readonly id: number; readonly catalogId: number | null }[]
  /** Those that were deleted with them, parents before children, by their former ids. */
  readonly catalogs: readonly Pick<Catalog, 'id' | 'name' | 'parentId' | 'order'>[]
}

/**
 * Takes back a deletion of one's own: catalogs are made again, and pages come to where they lay. Managers may take back
 * what others have deleted. The right to edit is needed at every place something comes to.
 * @returns the pages that came to the root for want of their catalog
 * @throws DomainError notAllowed | notFound (a page that does not lie in the bin) | catalogTooDeep | tooMany
 */
export async function undoDeletion(
  ctx: CommandContext,
  { itemId, pages, catalogs }: Undoing,
): Promise<{ readonly rooted: readonly number[] }> {
  const opened = await openItemToChange(ctx, itemId, 'edit', 'somewhere')
  const made = new Map<number, number>()
  for (const catalog of catalogs) made.set(catalog.id, await makeAgain(ctx, opened, catalog, made))
  const present = await ctx.store.catalogs.ofItem(opened.item.id)
  const bin = new Map((await ctx.store.pages.recycledIn(opened.item.id)).map((page) => [page.id, page]))
  await requirePageRoom(ctx, opened.item.id, pages.length)
  const rooted: number[] = []
  for (const { id, catalogId: formerly } of pages) {
    const recycled = bin.get(id)
    if (!recycled) throw new DomainError('notFound')
    requireOwnDeletion(ctx, opened, recycled)
    const catalogId = recycled.catalogId ?? (formerly === null ? null : (made.get(formerly) ?? null))
    if (catalogId === null && formerly !== null) rooted.push(id)
    requireRight(opened, 'edit', placeOf(catalogId === null ? null : topOf(present, catalogId)))
    await bringBack(ctx, opened, id, { catalogId, order: recycled.order })
  }
  return { rooted }
}

async function makeAgain(
  ctx: CommandContext,
  opened: OpenItem,
  { name, order, parentId: formerly }: Undoing['catalogs'][number],
  made: ReadonlyMap<number, number>,
): Promise<number> {
  const present = await ctx.store.catalogs.ofItem(opened.item.id)
  const parentId = formerly === null ? null : (made.get(formerly) ?? formerly)
  requireRight(opened, 'edit', placeOf(parentId === null ? null : topOf(present, parentId)))
  const catalog = await ctx.store.catalogs.insert(
    newCatalog(present, { itemId: opened.item.id, parentId, name, order }),
  )
  ctx.emit('catalog.added', { catalog, origin: 'new', actorId: requireLogin(ctx) })
  return catalog.id
}

function requireOwnDeletion(ctx: CommandContext, opened: OpenItem, { deletion }: RecycledPage): void {
  if (deletion.byId !== requireLogin(ctx) && !can(opened.access, 'manage')) throw new DomainError('notAllowed')
}
