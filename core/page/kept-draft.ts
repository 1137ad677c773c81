/** The newest of one person are kept; more than that many pages are not written at a time. */
export const DRAFTS_PER_USER = 100

/** A text somebody is writing, as the server keeps it for nobody else until it is saved. */
export interface KeptDraft {
  readonly userId: number
  /** One per open editor, chosen by it, so that two of them never overwrite each other's. */
  readonly id: string
  /** Null exactly for a page that was never saved; then `itemId` says where it is to be. */
  readonly pageId: number | null
  readonly itemId: number | null
  readonly title: string
  readonly content: string
  /** 0 for the root of the item. */
  readonly catalogId: number
  /** The revision the editor started from; null for a new page. */
  readonly baseRevision: number | null
  /**
   * Where the page lay for the editor, so its author chose another place exactly where `catalogId` differs: a page moves
   * without a new revision, too. Null for a new page, and when the editor does not say.
   */
  readonly baseCatalogId: number | null
  /** By the clock of the editor, which alone can say which of its texts is the later one. */
  readonly keptAt: Date
}

/** A draft as lists tell of it. */
export type DraftHead = Omit<KeptDraft, 'content'>

/** A draft with the state of the page its editor started from; null when that is no longer known. */
export interface FoundDraft extends KeptDraft {
  readonly base: { readonly title: string; readonly content: string; readonly catalogId: number } | null
}
