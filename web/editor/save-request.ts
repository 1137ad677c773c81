/** A text being saved. */
export interface SaveRequest {
  /** The same for every try, so that a try whose answer was lost does no harm (R9). */
  readonly saveId: string
  /** 0 for a new page. */
  readonly pageId: number
  readonly baseRevision: number | null
  readonly page: { readonly title: string; readonly content: string; readonly catalogId: number }
  /**
   * Set if the person chose another catalog; otherwise the page stays where it is, even if somebody else has moved it.
   */
  readonly isMoved: boolean
  /** Sent to followers of the page; null to notify nobody. */
  readonly notifyRemark: string | null
}
