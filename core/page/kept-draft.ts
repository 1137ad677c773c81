/**
 * How many drafts of one person are kept, newest first, besides those that moved in; nobody edits more pages at the same
 * time.
 */
export const DRAFTS_PER_USER = 100

/** Begins the ids of drafts that moved in from another system. No editor may choose one: they are never given up. */
export const MOVED_DRAFT = 'showdoc-'

/** An unsaved text stored on the server, visible to its author only. */
export interface KeptDraft {
  readonly userId: number
  /** One per open editor, chosen by it, so that two editors never overwrite each other's drafts. */
  readonly id: string
  /** Null only for a page that was never saved; then `itemId` is the item it will belong to. */
  readonly pageId: number | null
  readonly itemId: number | null
  readonly title: string
  readonly content: string
  /** 0 for the root of the item. */
  readonly catalogId: number
  /** The revision the editor started from; null for a new page. */
  readonly baseRevision: number | null
  /**
   * The page's catalog according to the editor; the author moved the page if `catalogId` differs. Needed because a move
   * does not create a new revision. Null for a new page, and when the editor does not send it.
   */
  readonly baseCatalogId: number | null
  /** By the editor's clock, which alone can tell which of its texts is newer. */
  readonly keptAt: Date
}

/** A draft as shown in lists. */
export type DraftHead = Omit<KeptDraft, 'content'>

/** A draft with the state of the page its editor started from; null when that is no longer known. */
export interface FoundDraft extends KeptDraft {
  readonly base: { readonly title: string; readonly content: string; readonly catalogId: number } | null
}

/** A draft in a list with texts; one whose text was left out has an empty one, and no state it started from. */
export interface ListedDraft extends FoundDraft {
  readonly isTextOmitted: boolean
}
