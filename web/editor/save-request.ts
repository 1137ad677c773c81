/** A text on its way to the server. */
export interface SaveRequest {
  /** The same for every try, so that a try whose answer was lost does no harm (R9). */
  readonly saveId: string
  /** 0 for a new page. */
  readonly pageId: number
  readonly baseRevision: number | null
  readonly page: { readonly title: string; readonly content: string; readonly catalogId: number }
  /** The person chose another catalog; otherwise the page stays where it is by now, whoever has put it there. */
  readonly isMoved: boolean
  /** Told to those who follow the page; null when nobody is to be told. */
  readonly notifyRemark: string | null
}
