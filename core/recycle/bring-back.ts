import { can } from '../access/access.ts'
import { openItemToChange, placeOf, requireLogin, requireRight } from '../access/doors.ts'
import type { OpenItem } from '../access/opened.ts'
import { newCatalog, topOf, type Catalog } from '../catalog/catalog.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { productStore } from '../open-store.ts'
import type { Page, RecycledPage } from '../page/page.ts'
import { requireWithinPageLimit } from '../page/page-limit.ts'

/**
 * The target of a restored page: its former catalog, as long as that exists. Its former position in the root may be
 * taken, so there it gets the position of a new page.
 */
export const placeBack = ({ catalogId, order }: RecycledPage): Pick<Page, 'catalogId' | 'order'> =>
  catalogId === null ? { catalogId, order: limits.defaultOrder } : { catalogId, order }

/** Restores a page. The caller has locked the item, which must have room for it. @throws DomainError notFound */
export async function bringBack(
  ctx: CommandContext,
  { item }: OpenItem,
  pageId: number,
  to: Pick<Page, 'catalogId' | 'order'>,
): Promise<Page> {
  const page = await productStore(ctx.store).pages.recover(item.id, pageId, to)
  if (!page) throw new DomainError('notFound')
  ctx.emit('page.recovered', { page, actorId: requireLogin(ctx) })
  return page
}

/** A deletion to be undone. */
export interface Undoing {
  readonly itemId: number
  /** Former place of each page; a catalog of `catalogs` by its former id. */
  readonly pages: readonly { readonly id: number; readonly catalogId: number | null }[]
  /** Catalogs deleted with them, parents before children, by their former ids. */
  readonly catalogs: readonly Pick<Catalog, 'id' | 'name' | 'parentId' | 'order'>[]
}

/**
 * Undoes one of the caller's own deletions: catalogs are added again, and pages return to their former places. Managers
 * may undo other people's deletions. Requires the right to edit at each place.
 * @returns the pages restored to the root because their catalog no longer exists
 * @throws DomainError notAllowed | notFound (a page that is not in the bin) | catalogTooDeep | tooMany
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
  await requireWithinPageLimit(ctx, opened.item.id, pages.length)
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
  const catalog = await productStore(ctx.store).catalogs.insert(
    newCatalog(present, { itemId: opened.item.id, parentId, name, order }),
  )
  ctx.emit('catalog.added', { catalog, origin: 'new', actorId: requireLogin(ctx) })
  return catalog.id
}

function requireOwnDeletion(ctx: CommandContext, opened: OpenItem, { deletion }: RecycledPage): void {
  if (deletion.byId !== requireLogin(ctx) && !can(opened.access, 'manage')) throw new DomainError('notAllowed')
}
