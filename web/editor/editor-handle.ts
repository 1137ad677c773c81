/** What a save does beside keeping the text. */
export interface SaveWishes {
  /** Told to those who follow the page, '' when there is nothing to add; null when nobody is to be told (EDIT-37). */
  readonly notifyRemark: string | null
}

/** What a tool of the toolbar can do with the page that is being edited; the same in every face of the editor. */
export interface EditorHandle {
  readonly itemId: number
  /** 0 while the page was never saved. */
  readonly pageId: number
  /** The whole page as it is now. */
  markdown(): string
  /** What is selected; '' when nothing is. */
  selection(): string
  /** Puts markdown at the cursor, as blocks of its own in the rich face. */
  insert(markdown: string): void
  /** As `insert`, in place of what is selected. */
  replaceSelection(markdown: string): void
  /**
   * Saves the page as the button does, also a new one. With a remark a save is asked for even if the text is the saved
   * one. False when it was not saved: the screen says why.
   */
  save(wishes?: SaveWishes): Promise<boolean>
}
