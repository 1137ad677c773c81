/** A heading of an article, for its table of contents. */
export interface Heading {
  /** The element's id in the HTML, prefixed so that it cannot clobber names of the document (threats X1). */
  readonly id: string
  readonly text: string
  /** 1 to 6. */
  readonly level: number
}
export interface Article {
  /** Sanitised and highlighted; safe to insert into the document unchanged. */
  readonly html: string
  readonly headings: readonly Heading[]
  /** The text could not be rendered and is displayed as typed; another attempt may succeed. */
  readonly isAsTyped?: true
  /** It was not attempted, because its turn did not come in time. */
  readonly isUntried?: true
}

/**
 * Renders markdown, the common form of all page kinds, to what readers see: the one renderer of view, preview,
 * comparison and search (threats X1).
 */
export interface Renderer {
  /**
   * A text that does not get its turn in time is shown as source.
   * @param wait whether somebody is waiting for it, at most a second, or it is stored, which allows 20 seconds
   */
  render(markdown: string, wait?: RenderWait): Promise<Article>
}
export type RenderWait = 'short' | 'long'

export interface QrCodes {
  /** A QR code of the text as SVG, `size` pixels per module. Nothing is fetched (threats S2). */
  svg(text: string, size: number): string
}
