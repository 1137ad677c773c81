import type { Language } from '../language.ts'
import { limits } from '../limits.ts'
import type { New } from '../new.ts'

export interface Deletion {
  readonly byId: number
  readonly at: Date
}

/** A document of an item; what its content is, `kind.ts` says. */
export interface Page {
  readonly id: number
  readonly itemId: number
  /** Null for the root of the item. */
  readonly catalogId: number | null
  readonly title: string
  readonly content: string
  /** Smaller is earlier; 99 unless sorted. */
  readonly order: number
  /** Who saved last. */
  readonly authorId: number
  /** 1 for a new page, raised by one with every save; an editor says from which one it started (R9). */
  readonly revision: number
  readonly createdAt: Date
  readonly savedAt: Date
  /** Set while the page lies in the recycle bin. */
  readonly deletion: Deletion | null
}

/** What menus show of a page. */
export type PageHead = Omit<Page, 'content' | 'deletion'>

/** What the recycle bin shows of a page. */
export interface RecycledPage {
  readonly id: number
  readonly title: string
  /** Null when it lay in the root, and when its catalog is gone. */
  readonly catalogId: number | null
  readonly order: number
  readonly deletion: Deletion
}

/** What somebody wants to be written. */
export interface Draft {
  readonly title: string
  readonly content: string
  readonly catalogId: number | null
  readonly order: number
}

// D68: kept as text, so it stays what it is when somebody else reads the page in another language.
const UNTITLED: Readonly<Record<Language, string>> = { en: 'untitled', 'zh-cn': '未命名' }

/** The title, or "untitled" in the author's language. */
export const titled = (title: string, language: Language): string => title.trim() || UNTITLED[language]

const FIRST_TEXT: Readonly<Record<Language, string>> = {
  en: 'Write your document here.',
  'zh-cn': '请在这里编写文档。',
}

/** What the one page of an item says until somebody writes it: other clients offer to edit no page without a text (D78). */
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

/** The page as saved now by this author; the very same value when the draft changes nothing. */
export function revised(page: Page, draft: Draft, authorId: number, now: Date): Page {
  const isSame =
    page.title === draft.title &&
    page.content === draft.content &&
    page.catalogId === draft.catalogId &&
    page.order === draft.order
  return isSame ? page : { ...page, ...draft, authorId, revision: page.revision + 1, savedAt: now }
}

/** The draft that would change nothing. */
export const draftOf = ({ title, content, catalogId, order }: Page): Draft => ({ title, content, catalogId, order })

/** A page that was just begun, for items that consist of one page. */
export const blankDraft = (title: string, content: string): Draft => ({
  title,
  content,
  catalogId: null,
  order: limits.defaultOrder,
})
