import type { Article } from '#core/ports/rendering.ts'

/** What came of trying to render a text. */
export interface TriedArticle extends Article {
  /** The text could not be rendered and is shown as it was typed; another time it may go well. */
  readonly isAsTyped?: true
  /** Nobody tried: its turn did not come in time. */
  readonly isUntried?: true
}
