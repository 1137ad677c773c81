import { authorShown } from '../actor.ts'
import { can } from '../access/access.ts'
import { openItem, placeOf } from '../access/doors.ts'
import { topOf } from '../catalog/catalog.ts'
import type { Context } from '../context.ts'
import { articleOf } from '../page/content.ts'
import type { Page } from '../page/page.ts'

/** How many articles can be requested at once. */
export const MOST_ARTICLES = 50
/** Limit of the HTML in one answer, in UTF-16 units, so that it stays small whatever the pages contain. */
const MOST_LETTERS = 2_000_000

/** A page as shown to readers. */
export interface PrintedArticle {
  readonly pageId: number
  readonly pageTitle: string
  /** As shown to the caller, see {@link authorShown}. */
  readonly authorUsername: string
  readonly savedAt: Date
  /** Safe to insert into a document unchanged. */
  readonly html: string
}

/**
 * Pages of an item as articles, in the requested order, as far as the caller may copy them: those in the recycle bin or
 * outside the catalogs of a limited member are left out.
 * @returns `asked`: how many of the requested ids the answer covers, including those without a page
 * @throws DomainError loginRequired | notAllowed | itemClosed
 */
export async function articlesOf(
  ctx: Context,
  { itemId, pageIds }: { readonly itemId: number; readonly pageIds: readonly number[] },
): Promise<{ articles: PrintedArticle[]; asked: number }> {
  const { item, access } = await openItem(ctx, itemId, 'copy', 'somewhere')
  const [catalogs, pages] = await Promise.all([
    ctx.store.catalogs.ofItem(item.id),
    ctx.store.pages.byIds(item.id, [...new Set(pageIds)]),
  ])
  const isAllowed = ({ catalogId }: Page): boolean =>
    can(access, 'copy', placeOf(catalogId === null ? null : topOf(catalogs, catalogId)))
  const allowed = new Map(pages.filter(isAllowed).map((page) => [page.id, page]))
  const authors = await ctx.store.users.byIds([...new Set([...allowed.values()].map(({ authorId }) => authorId))])
  const nameOf = new Map(authors.map(({ id, username }) => [id, username]))
  const articles: PrintedArticle[] = []
  let letters = 0
  let asked = 0
  for (const pageId of pageIds) {
    if (letters >= MOST_LETTERS) break
    asked += 1
    const page = allowed.get(pageId)
    if (!page) continue
    const { html } = await articleOf(ctx, item, page.content, 'long')
    letters += html.length
    articles.push({
      pageId,
      pageTitle: page.title,
      authorUsername: authorShown(page.authorId, nameOf.get(page.authorId) ?? '', ctx.session.language),
      savedAt: page.savedAt,
      html,
    })
  }
  return { articles, asked }
}
