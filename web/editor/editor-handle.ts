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
}
