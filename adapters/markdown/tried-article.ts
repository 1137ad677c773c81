import type { Article } from '#core/ports/rendering.ts'

/** The outcome of an attempt to render a text. */
export interface TriedArticle extends Article {
  /** The text could not be rendered and is displayed as typed; another attempt may succeed. */
  readonly isAsTyped?: true
  /** It was not attempted, because its turn did not come in time. */
  readonly isUntried?: true
}
