import { openItemToChange } from '../access/doors.ts'
import { catalogAt, namesIn } from '../catalog/path.ts'
import type { CommandContext } from '../context.ts'
import { writePage, type ContentWish } from './write.ts'

/** What a program sends to have a page written that it knows by its title. */
export interface TitledPage {
  /** The catalog by its names, such as `Orders / Refunds`; '' for the root. */
  readonly catalogPath: string
  readonly title: string
  readonly content: ContentWish
  /** Undefined keeps the place the page has. */
  readonly order: number | undefined
}

export interface WrittenPage {
  readonly id: number
  readonly catalogId: number | null
  readonly revision: number
}

/**
 * Makes the page of this title in this catalog, or changes it, if the caller may do that. Catalogs that are missing are
 * made (D35).
 * @throws DomainError itemClosed | notAllowed | pageLocked | catalogTooDeep | tooMany | invalidInput
 */
export async function writePageByTitle(ctx: CommandContext, itemId: number, page: TitledPage): Promise<WrittenPage> {
  // Two programs that bring the same new page must not both make it.
  const { item } = await openItemToChange(ctx, itemId, 'edit')
  const catalogId = await catalogAt(ctx, item.id, namesIn(page.catalogPath))
  const pageId = (await ctx.store.pages.idOf(item.id, catalogId, page.title)) ?? 0
  const { title, content, order } = page
  const wishes = { pageId, itemId, title, content, order, catalogId: catalogId ?? 0 }
  const written = await writePage(ctx, { ...wishes, baseRevision: null, notifyRemark: null })
  return { id: written.id, catalogId, revision: written.revision }
}
