import type { DraftHead, FoundDraft, KeptDraft, ListedDraft } from '../page/kept-draft.ts'

/** Unsaved texts, each visible to its author only. Deleted with the page, the item or the user. */
export interface PageDrafts<AccountId = number> {
  /**
   * Stores the draft in place of this editor's previous one, unless that is newer. Only the user's newest `most` drafts
   * are kept, besides those that moved in (`MOVED_DRAFT`), which are all kept.
   */
  keep(draft: KeptDraft, most: number): Promise<void>
  /** Drafts of one page without their texts, newest first. */
  readonly headsOfPage: (userId: AccountId, pageId: number) => Promise<readonly DraftHead[]>
  /** Drafts of pages of this item that were never saved, without their texts, newest first. */
  readonly headsOfNewPages: (userId: AccountId, itemId: number) => Promise<readonly DraftHead[]>
  /** The last draft of this editor; null when there is none. */
  readonly byId: (userId: AccountId, id: string) => Promise<FoundDraft | null>
  /**
   * Drafts of one page, newest first. Texts of older ones, with what they started from, are left out once all of them
   * would take more than this many bytes; the newest is always whole.
   */
  readonly ofPage: (userId: AccountId, pageId: number, bytes: number) => Promise<readonly ListedDraft[]>
  /** The same for drafts of pages of this item that were never saved. */
  readonly ofNewPages: (userId: AccountId, itemId: number, bytes: number) => Promise<readonly ListedDraft[]>
  /** Deletes this editor's draft if it was stored up to that time. */
  drop(userId: number, id: string, until: Date): Promise<void>
}
