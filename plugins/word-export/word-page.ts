/** A page on its way into a Word document; it crosses to the thread that makes it. */
export interface WordPage {
  readonly id: number
  readonly title: string
  /** Catalogs that begin with this page, with their level: 1 for the outermost. */
  readonly begins: readonly { readonly name: string; readonly level: number }[]
  /** 1 for a page in no catalog. */
  readonly level: number
  /** What readers see. */
  readonly html: string
  /** What people said of it, as HTML; '' for nothing. */
  readonly comments: string
  /** Pages that its links lead to, by their addresses. */
  readonly pageIdAt: ReadonlyMap<string, number>
  /** Pictures of its text, by their addresses. */
  readonly pictures: ReadonlyMap<string, Uint8Array>
}

/** What is written around the pages. */
export interface WordFrame {
  readonly title: string
  /** Under the title; '' for none. */
  readonly about: string
  readonly contents: string
  /** Above what people said of a page. */
  readonly comments: string
  readonly exportedOn: string
  /** Said of a diagram that stands as its source. */
  readonly diagram: string
  /** What one that is drawn is called. */
  readonly diagramName: string
  /** As PNG by their source. */
  readonly drawings: ReadonlyMap<string, Uint8Array>
  /** Titles of callouts, by what follows `callout-` in their class. */
  readonly callouts: Readonly<Record<string, string>>
  /** One page alone has neither a title page nor a list of contents. */
  readonly isOnePage: boolean
}

export type ToThread = { readonly frame: WordFrame } | { readonly page: WordPage } | { readonly end: true }
