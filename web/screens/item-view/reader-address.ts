import { firstPageOf, nodesOf, type Menu } from './menu-nodes.ts'

/** The content of an address: an item by id or personal domain, and optionally a page. */
export interface ReaderAddress {
  /** In the format of item/info. */
  readonly itemId: number | string
  readonly pageId: number | null
  readonly keyword: string
}

/** `/{item_id_or_domain}/{page_id}`; a query page_id and keyword are accepted as well (spec §2). */
export function readerAddress(item: string, page: string | undefined, search: string): ReaderAddress {
  const query = new URLSearchParams(search)
  const pageId = Number(page ?? query.get('page_id') ?? 0)
  return {
    itemId: /^\d+$/.test(item) ? Number(item) : item,
    pageId: Number.isSafeInteger(pageId) && pageId > 0 ? pageId : null,
    keyword: query.get('keyword') ?? '',
  }
}

/** The page to show: the requested one, else the first. */
export const shownPageOf = (info: { readonly menu: Menu }, pageId: number | null): number | null =>
  pageId ?? firstPageOf(nodesOf(info.menu))
