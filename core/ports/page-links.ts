import type { PageLink } from '../page/link.ts'

/** Links by which a page is read without any right in its item; a page has one at most. */
export interface PageLinks {
  /** The page of the link with this digest, live or not; null when there is none. */
  pageOf(digest: string): Promise<number | null>
  /** Keeps the link, unless the page has one. @returns the one it has now, which may be another's who was faster. @throws DomainError changedMeanwhile in the recycle bin */
  add(link: PageLink, madeById: number, at: Date): Promise<PageLink>
  /** @returns false when the page had none */
  remove(pageId: number): Promise<boolean>
}
