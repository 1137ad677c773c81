import type { DraftHead, FoundDraft, KeptDraft } from '../page/kept-draft.ts'

/** Texts that are being written, each its author's own. They go with the page, the item or the user. */
export interface PageDrafts {
  /**
   * Keeps the text in place of what this editor kept before, unless that is the later one. Of all drafts of the user
   * the newest `most` stay.
   */
  keep(draft: KeptDraft, most: number): Promise<void>
  /** Those of one page without their texts, newest first. */
  headsOfPage(userId: number, pageId: number): Promise<readonly DraftHead[]>
  /** Those of pages of this item that were never saved, without their texts, newest first. */
  headsOfNewPages(userId: number, itemId: number): Promise<readonly DraftHead[]>
  /** What this editor of the user kept last; null when it kept nothing. */
  byId(userId: number, id: string): Promise<FoundDraft | null>
  /** Those of one page, newest first. */
  ofPage(userId: number, pageId: number): Promise<readonly FoundDraft[]>
  /** Those of pages of this item that were never saved, newest first. */
  ofNewPages(userId: number, itemId: number): Promise<readonly FoundDraft[]>
  /** Removes what this editor kept up to that moment. */
  drop(userId: number, id: string, until: Date): Promise<void>
}
