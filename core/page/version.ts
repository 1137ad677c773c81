import type { New } from '../new.ts'
import type { Page } from './page.ts'

/** The state of a page before a save. */
export interface PageVersion {
  readonly id: number
  readonly pageId: number
  /** The revision the page had in this state. */
  readonly revision: number
  readonly title: string
  /** Where the page lay; null in the root. The catalog may be gone by now, or be of an item the page has left. */
  readonly catalogId: number | null
  readonly content: string
  /** Who had saved this state, and when. */
  readonly authorId: number
  readonly savedAt: Date
  readonly comment: string
}

/** The page as it is, to be kept when a save replaces it. */
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
