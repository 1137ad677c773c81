/** A page being added to a Word document; it is sent to the thread that creates it. */
export interface WordPage {
  readonly id: number
  readonly title: string
  /** Catalogs that begin with this page, with their level: 1 for the outermost. */
  readonly begins: readonly { readonly name: string; readonly level: number }[]
  /** 1 for a page outside of catalogs. */
  readonly level: number
  /** The HTML for readers. */
  readonly html: string
  /** The comments on it, as HTML; '' for none. */
  readonly comments: string
  /** Target pages of its links, by address. */
  readonly pageIdAt: ReadonlyMap<string, number>
  /** Pictures in its text, by address. */
  readonly pictures: ReadonlyMap<string, Uint8Array>
}

/** Texts of the document other than its pages. */
export interface WordFrame {
  readonly title: string
  /** Below the title; '' for none. */
  readonly about: string
  readonly contents: string
  /** The last line of contents that do not list all pages. */
  readonly unlisted: string
  /** Above the comments on a page. */
  readonly comments: string
  readonly exportedOn: string
  /** Notice for a diagram that is shown as source. */
  readonly diagram: string
  /** Name of a rendered diagram. */
  readonly diagramName: string
  /** As PNG, by source. */
  readonly drawings: ReadonlyMap<string, Uint8Array>
  /** Titles of callouts, by what follows `callout-` in their class. */
  readonly callouts: Readonly<Record<string, string>>
  /** A single page has neither a title page nor a list of contents. */
  readonly isOnePage: boolean
}

export type ToThread =
  | { readonly frame: WordFrame }
  | { readonly page: WordPage }
  /** There are no more pages. */
  | { readonly end: true }
  /** A piece of the file was consumed. */
  | { readonly consumed: true }

export type FromThread =
  /** A page has been written. */
  | { readonly taken: true }
  | { readonly piece: Uint8Array }
  /** The file is complete. */
  | { readonly end: true }
