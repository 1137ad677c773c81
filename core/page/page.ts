import type { Language } from '../language.ts'
import { limits } from '../limits.ts'
import type { New } from '../new.ts'

export interface Deletion {
  readonly byId: number
  readonly at: Date
}

/** A document of an item; `kind.ts` defines what its content can be. */
export interface Page {
  readonly id: number
  readonly itemId: number
  /** Null for the root of the item. */
  readonly catalogId: number | null
  readonly title: string
  readonly content: string
  /** Smaller is earlier; 99 unless sorted. */
  readonly order: number
  /** Who saved it last. */
  readonly authorId: number
  /** 1 for a new page, increased by one with every save; an editor sends the revision it started from (R9). */
  readonly revision: number
  readonly createdAt: Date
  readonly savedAt: Date
  /** Set while the page is in the recycle bin. */
  readonly deletion: Deletion | null
}

/** The part of a page shown in menus. */
export type PageHead = Omit<Page, 'content' | 'deletion'>

/** A page as shown in the recycle bin. */
export interface RecycledPage {
  readonly id: number
  readonly title: string
  /** Null when it was in the root, and when its catalog is deleted. */
  readonly catalogId: number | null
  readonly order: number
  readonly deletion: Deletion
}

/** The requested new state. */
export interface Draft {
  readonly title: string
  readonly content: string
  readonly catalogId: number | null
  readonly order: number
}

// D68: stored as text, so that it does not depend on the language of the reader.
const UNTITLED: Readonly<Record<Language, string>> = { en: 'untitled', 'zh-cn': '未命名' }

/** The title, or "untitled" in the author's language. */
export const titled = (title: string, language: Language): string => title.trim() || UNTITLED[language]

const FIRST_TEXT: Readonly<Record<Language, string>> = {
  en: 'Write your document here.',
  'zh-cn': '请在这里编写文档。',
}

/**
 * The placeholder content of a single-page item until somebody edits it: other clients offer no editor for a page
 * without text (D78).
 */
export const firstText = (language: Language): string => FIRST_TEXT[language]

export const newPage = (itemId: number, draft: Draft, authorId: number, now: Date): New<Page> => ({
  itemId,
  ...draft,
  authorId,
  revision: 1,
  createdAt: now,
  savedAt: now,
  deletion: null,
})

/** The page after this author saves the draft; the identical object when the draft changes nothing. */
export function revised(page: Page, draft: Draft, authorId: number, now: Date): Page {
  const isSame =
    page.title === draft.title &&
    page.content === draft.content &&
    page.catalogId === draft.catalogId &&
    page.order === draft.order
  return isSame ? page : { ...page, ...draft, authorId, revision: page.revision + 1, savedAt: now }
}

/** The draft equal to the current page. */
export const draftOf = ({ title, content, catalogId, order }: Page): Draft => ({ title, content, catalogId, order })

/** A new page, for items that consist of one page. */
export const blankDraft = (title: string, content: string): Draft => ({
  title,
  content,
  catalogId: null,
  order: limits.defaultOrder,
})
