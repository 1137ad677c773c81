/** The state of a page before a save. */
export interface PageVersion {
  readonly id: number
  readonly pageId: number
  /** The revision the page had in this state. */
  readonly revision: number
  readonly title: string
  readonly content: string
  /** Who had saved this state, and when. */
  readonly authorId: number
  readonly savedAt: Date
  readonly comment: string
}
