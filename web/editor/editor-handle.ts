/** Options of a save. */
export interface SaveWishes {
  /** Remark for followers of the page, '' for none; null to notify nobody (EDIT-37). */
  readonly notifyRemark: string | null
}

/** What a toolbar tool can do with the page being edited; the same in every face of the editor. */
export interface EditorHandle {
  readonly itemId: number
  /** 0 while the page was never saved. */
  readonly pageId: number
  /** The current text of the whole page. */
  markdown(): string
  /** The selected text; '' when nothing is selected. */
  selection(): string
  /**
   * Inserts markdown at the cursor, as separate blocks in the rich face. `sample` is the part of it that stands for what
   * is to be written: it is selected, so that typing replaces it.
   */
  insert(markdown: string, sample?: string): void
  /** Like `insert`, replacing the selection. */
  replaceSelection(markdown: string): void
  /**
   * Saves the page like the button does, including a new one. With a remark it saves even if the text has not changed.
   * False when it was not saved: the screen says why.
   */
  save(wishes?: SaveWishes): Promise<boolean>
}
