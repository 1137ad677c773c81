export interface Deletion {
  readonly byId: number
  readonly at: Date
}

/** A document of an item; its content is markdown, for spreadsheets and API documents JSON. */
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
