import {
  openItem,
  openItemToChange,
  openPage,
  placeOf,
  requireLogin,
  requireRight,
  requireUnheld,
} from '../access/doors.ts'
import type { OpenItem } from '../access/opened.ts'
import { topOf } from '../catalog/catalog.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { titled, type Draft, type Page, type PageHead } from './page.ts'
import { addPage, savePage } from './save.ts'
import { productStore } from '../open-store.ts'

/** The text, or a function of the current page that returns it; null for a new page. */
export type ContentWish = string | ((there: Pick<Page, 'id' | 'content'> | null) => string)

/** What a caller sends to write a page; missing fields do not change. */
export interface PageWishes {
  /** 0 for a new page. */
  readonly pageId: number
  /** The item of a new page; an existing page keeps its own. */
  readonly itemId: number
  readonly title: string
  readonly content: ContentWish
  /** 0 for the root of the item. */
  readonly catalogId: number | undefined
  readonly order: number | undefined
  readonly baseRevision: number | null
  readonly notifyRemark: string | null
}

type Written = Pick<Page, 'id' | 'revision'>

/**
 * Writes only once per save id: a repeated call gets the result of the first one (R9).
 * @throws DomainError busy while the first one is still running
 */
export async function writePageOnce(ctx: CommandContext, wishes: PageWishes, saveId: string): Promise<Written> {
  const { saves } = productStore(ctx.store)
  const userId = requireLogin(ctx)
  if (await saves.claim(userId, saveId, ctx.services.clock.now())) {
    const page = await writePage(ctx, wishes)
    await saves.complete(userId, saveId, { pageId: page.id, revision: page.revision })
    return page
  }
  const receipt = await saves.find(userId, saveId)
  if (!receipt) throw new DomainError('busy')
  if (wishes.pageId !== 0 && wishes.pageId !== receipt.pageId) {
    throw new DomainError('invalidInput', { field: 'saveId' })
  }
  return { id: receipt.pageId, revision: receipt.revision }
}

/** Adds or changes a page; rights are checked at its current and its new place. */
export const writePage = (ctx: CommandContext, wishes: PageWishes): Promise<Written> =>
  wishes.pageId === 0 ? writeNewPage(ctx, wishes) : writeOldPage(ctx, wishes)

async function writeNewPage(ctx: CommandContext, wishes: PageWishes): Promise<Page> {
  const opened = await openItemToChange(ctx, wishes.itemId, 'edit', 'somewhere')
  const catalogId = await openCatalog(ctx, opened, wishes.catalogId ?? 0)
  const title = titled(wishes.title, ctx.session.language)
  const content = contentBy(wishes.content, null)
  const draft = { title, content, catalogId, order: wishes.order ?? limits.defaultOrder }
  return addPage(ctx, opened.item.id, draft, wishes.notifyRemark)
}

async function writeOldPage(ctx: CommandContext, wishes: PageWishes): Promise<Page> {
  const seen = await openPage(ctx, wishes.pageId, 'edit')
  const isMoved = wishes.catalogId !== undefined && wishes.catalogId !== (seen.page.catalogId ?? 0)
  // A moved page must not end up in a catalog that is being deleted.
  if (isMoved) await productStore(ctx.store).items.lock(seen.item.id)
  const opened = isMoved ? await openPage(ctx, wishes.pageId, 'edit') : seen
  const catalogId = isMoved ? await openCatalog(ctx, opened, wishes.catalogId ?? 0) : undefined
  const draftOn = (page: Page): Draft => ({
    title: titled(wishes.title, ctx.session.language),
    content: contentBy(wishes.content, page),
    catalogId: catalogId === undefined ? page.catalogId : catalogId,
    order: wishes.order ?? page.order,
  })
  return savePage(ctx, opened, draftOn, wishes)
}

/** The new state. @param there null for a new page */
export const contentBy = (wish: ContentWish, there: Page | null): string =>
  typeof wish === 'string' ? wish : wish(there)

/** The target catalog within this item, if the caller may edit there. @throws DomainError notFound | notAllowed */
async function openCatalog(ctx: CommandContext, opened: OpenItem, catalogId: number): Promise<number | null> {
  const top = catalogId === 0 ? null : topOf(await ctx.store.catalogs.ofItem(opened.item.id), catalogId)
  requireRight(opened, 'edit', placeOf(top))
  return catalogId === 0 ? null : catalogId
}

/**
 * Reorders pages of one item; those in its recycle bin by now are skipped.
 * @throws DomainError notFound when one is not a page of the item; notAllowed when one is at a place where the caller
 * may not edit; pageLocked when somebody else has locked one whose position changes
 */
export async function orderPages(
  ctx: CommandContext,
  itemId: number,
  places: ReadonlyMap<number, number>,
): Promise<void> {
  const opened = await openItem(ctx, itemId, 'edit', 'somewhere')
  const catalogs = await ctx.store.catalogs.ofItem(opened.item.id)
  const heads = (await ctx.store.pages.headsOf(opened.item.id)).filter(({ id }) => places.has(id))
  await requirePagesOf(ctx, opened, places, heads)
  for (const { catalogId } of heads) {
    requireRight(opened, 'edit', placeOf(catalogId === null ? null : topOf(catalogs, catalogId)))
  }
  const isMoved = ({ id, order }: PageHead): boolean => places.get(id) !== order
  const moved = heads.filter(isMoved)
  await requireUnheld(
    ctx,
    moved.map(({ id }) => id),
  )
  const wanted = new Map(heads.map(({ id, order }) => [id, places.get(id) ?? order]))
  await productStore(ctx.store).pages.setOrder(itemId, wanted)
  const catalogIds = [...new Set(moved.map(({ catalogId }) => catalogId))]
  if (catalogIds.length > 0) ctx.emit('page.sorted', { itemId, catalogIds, actorId: requireLogin(ctx) })
}

/** @throws DomainError notFound */
async function requirePagesOf(
  { store }: CommandContext,
  { item }: OpenItem,
  places: ReadonlyMap<number, number>,
  heads: readonly PageHead[],
): Promise<void> {
  if (heads.length === places.size) return
  const recycled = await store.pages.recycledIn(item.id)
  const known = new Set([...heads, ...recycled].map(({ id }) => id))
  if ([...places.keys()].some((id) => !known.has(id))) throw new DomainError('notFound')
}
