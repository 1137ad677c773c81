import { belowSite } from '../site-path.ts'

/** An item as its reader sees it: inaccessible pages look like missing ones. */
export interface KnownItem {
  readonly itemId: number
  /** '' without a domain. */
  readonly itemDomain: string
  readonly pageIds: ReadonlySet<number>
}

interface Level {
  readonly pages: readonly { readonly pageId: number }[]
  readonly catalogs: readonly Level[]
}
/** The ids of all pages in a menu. */
export const pageIdsIn = ({ pages, catalogs }: Level): readonly number[] => [
  ...pages.map(({ pageId }) => pageId),
  ...catalogs.flatMap(pageIdsIn),
]

/** Whether a path of the site leads to a page of this item that this person cannot see. */
export function isBroken(path: string, { itemId, itemDomain, pageIds }: KnownItem): boolean {
  const [, item = '', page = ''] = /^\/([^/?#]+)\/(\d+)\/?(?:[?#]|$)/.exec(path) ?? []
  const isOfItem = item === String(itemId) || (itemDomain !== '' && item.toLowerCase() === itemDomain.toLowerCase())
  return isOfItem && !pageIds.has(Number(page))
}

let known: { readonly item: KnownItem; readonly label: string } | null = null

/** From now on articles belong to this item; `label` describes broken links. */
export function knowItem(item: KnownItem, label: string): void {
  known = { item, label }
  for (const article of document.querySelectorAll<HTMLElement>('.article')) markBrokenLinks(article)
}

/** Marks links to pages that the reader cannot see, as far as the item is known. */
export function markBrokenLinks(article: HTMLElement): void {
  if (!known) return
  for (const link of article.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const isMarked = isBroken(belowSite(link) ?? '', known.item)
    link.classList.toggle('broken-link', isMarked)
    if (isMarked) link.title = known.label
    else if (link.title === known.label) link.removeAttribute('title')
  }
}
