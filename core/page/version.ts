import type { New } from '../new.ts'
import type { Page } from './page.ts'

/** The state of a page before a save. */
export interface PageVersion {
  readonly id: number
  readonly pageId: number
  /** The revision of the page in this state. */
  readonly revision: number
  readonly title: string
  /** Catalog of the page; null in the root. The catalog may be deleted by now, or belong to the page's former item. */
  readonly catalogId: number | null
  readonly content: string
  /** Who saved this state, and when. */
  readonly authorId: number
  readonly savedAt: Date
  readonly comment: string
}

/** The current page as a version, to be stored when a save replaces it. */
export const versionOf = ({ id, revision, title, catalogId, content, authorId, savedAt }: Page): New<PageVersion> => ({
  pageId: id,
  revision,
  title,
  catalogId,
  content,
  authorId,
  savedAt,
  comment: '',
})
