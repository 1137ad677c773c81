import { openItemToChange } from '../access/doors.ts'
import { catalogAt, namesIn } from '../catalog/path.ts'
import type { CommandContext } from '../context.ts'
import { contentBy, writePage, type ContentWish } from './write.ts'

/** What a program sends to write a page that it identifies by title. */
export interface TitledPage {
  /** The catalog path by names, e.g. `Orders / Refunds`; '' for the root. */
  readonly catalogPath: string
  readonly title: string
  readonly content: ContentWish
  /** Undefined keeps the position of the page. */
  readonly order: number | undefined
}

export interface WrittenPage {
  readonly id: number
  readonly catalogId: number | null
  readonly revision: number
}

/**
 * Adds the page with this title in this catalog, or changes it, if the caller may do that. Missing catalogs are added
 * (D35).
 * @throws DomainError itemClosed | notAllowed | pageLocked | catalogTooDeep | tooMany | invalidInput
 */
export async function writePageByTitle(ctx: CommandContext, itemId: number, page: TitledPage): Promise<WrittenPage> {
  // Two programs that send the same new page must not both add it.
  const { item } = await openItemToChange(ctx, itemId, 'edit')
  const catalogId = await catalogAt(ctx, item.id, namesIn(page.catalogPath))
  const pageId = (await ctx.store.pages.idOf(item.id, catalogId, page.title)) ?? 0
  return writeAt(ctx, itemId, page, { catalogId, pageId })
}

/**
 * The same for many pages, most of which are unchanged: those are read together instead of being opened one by one.
 * @returns for each page whether it was added or changed, in the order of the pages
 */
export async function writePagesByTitle(
  ctx: CommandContext,
  itemId: number,
  pages: readonly TitledPage[],
): Promise<ReadonlyArray<{ readonly id: number; readonly state: 'made' | 'changed' | 'same' }>> {
  const { item } = await openItemToChange(ctx, itemId, 'edit')
  const catalogIds = new Map<string, number | null>()
  for (const { catalogPath } of pages)
    if (!catalogIds.has(catalogPath)) catalogIds.set(catalogPath, await catalogAt(ctx, item.id, namesIn(catalogPath)))
  const known = new Map<string, number>()
  const keyOf = (catalogId: number | null, title: string): string => `${catalogId} ${title}`
  // If several match, the first one counts, as for a single page.
  for (const { id, catalogId, title } of (await ctx.store.pages.headsOf(item.id)).toReversed())
    known.set(keyOf(catalogId, title), id)
  const written: { id: number; state: 'made' | 'changed' | 'same' }[] = []
  for (let at = 0; at < pages.length; at += READ_AT_ONCE) {
    const some = pages.slice(at, at + READ_AT_ONCE).map((page) => {
      const catalogId = catalogIds.get(page.catalogPath) ?? null
      return { page, catalogId, pageId: known.get(keyOf(catalogId, page.title)) ?? 0 }
    })
    const ids = some.flatMap(({ pageId }) => (pageId === 0 ? [] : pageId))
    const there = new Map((await ctx.store.pages.byIds(item.id, ids)).map((page) => [page.id, page]))
    for (const { page, catalogId, ...place } of some) {
      // An earlier entry of the list may have added it.
      const pageId = place.pageId || (known.get(keyOf(catalogId, page.title)) ?? 0)
      const live = pageId === place.pageId ? there.get(pageId) : undefined
      if (live && contentBy(page.content, live) === live.content && (page.order ?? live.order) === live.order) {
        written.push({ id: pageId, state: 'same' })
        continue
      }
      const { id } = await writeAt(ctx, itemId, page, { catalogId, pageId })
      known.set(keyOf(catalogId, page.title), id)
      there.delete(id)
      written.push({ id, state: pageId === 0 ? 'made' : 'changed' })
    }
  }
  return written
}
const READ_AT_ONCE = 50

async function writeAt(
  ctx: CommandContext,
  itemId: number,
  { title, content, order }: TitledPage,
  { catalogId, pageId }: { readonly catalogId: number | null; readonly pageId: number },
): Promise<WrittenPage> {
  const wishes = { pageId, itemId, title, content, order, catalogId: catalogId ?? 0 }
  const written = await writePage(ctx, { ...wishes, baseRevision: null, notifyRemark: null })
  return { id: written.id, catalogId, revision: written.revision }
}
