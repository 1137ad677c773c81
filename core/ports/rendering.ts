/** A heading of an article, for its contents list. */
export interface Heading {
  /** The element's id in the HTML, prefixed so that it cannot clobber a name of the page (threats X1). */
  readonly id: string
  readonly text: string
  /** 1 to 6. */
  readonly level: number
}
export interface Article {
  /** Sanitised and highlighted; safe to put into the document as it is. */
  readonly html: string
  readonly headings: readonly Heading[]
}

/** Turns markdown, which every kind of page is shown as, into what readers see: the one renderer of view, preview, difference and search (threats X1). */
export interface Renderer {
  /**
   * A text that does not get its turn in time is shown as it was typed.
   * @param wait whether somebody looks at it now, who waits a second, or it is written down, which has 20 of them
   */
  render(markdown: string, wait?: RenderWait): Promise<Article>
}
export type RenderWait = 'short' | 'long'

export interface QrCodes {
  /** The code of the text as SVG, `size` pixels for each of its modules. Nothing is fetched (threats S2). */
  svg(text: string, size: number): string
}
