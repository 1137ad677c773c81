import type { PageLink } from '../page/link.ts'

/** Links that give access to one page without any right in its item; at most one per page. */
export interface PageLinks {
  /** The page of the link with this digest, live or recycled; null when there is none, or it has ended by then. */
  pageOf(digest: string, now: Date): Promise<number | null>
  /**
   * Stores the link, unless the page has one that has not ended. @returns the link it has now, possibly one created concurrently. @throws
   * DomainError changedMeanwhile when the page is in the recycle bin
   */
  add(link: PageLink, madeById: number, at: Date): Promise<PageLink>
  /** The link of a page, also one that has ended by itself; null for none. */
  of(pageId: number): Promise<PageLink | null>
  /**
   * @param digest removes only a link with this digest
   * @returns false when the page had none
   */
  remove(pageId: number, digest?: string): Promise<boolean>
}
