/** A text built from pieces. Only its last line is examined, however long the text is. */
export class GrowingText {
  readonly #pieces: string[] = []
  #lastLine = ''
  #length = 0

  get length(): number {
    return this.#length
  }
  /** Including the preceding line feed. */
  get lastLine(): string {
    return this.#lastLine
  }

  add(piece: string): void {
    this.#pieces.push(piece)
    this.#length += piece.length
    const start = piece.lastIndexOf('\n')
    this.#lastLine = start < 0 ? this.#lastLine + piece : piece.slice(start)
  }

  toString(): string {
    return this.#pieces.join('')
  }
}

/** Pieces of markdown below each other, each a block of its own. */
export function joined(pieces: readonly string[]): string {
  const text = new GrowingText()
  for (const piece of pieces) {
    text.add(separatorAfter(text))
    text.add(piece)
  }
  return text.toString()
}

/**
 * What must be appended to a text before a new block. A text that ends with an empty line needs nothing: unclosed code
 * or an unclosed comment in a list item contains all empty lines below it, and would grow with each save.
 */
export const separatorAfter = ({ length, lastLine }: GrowingText): string =>
  length === 0 ? '' : /^\n[ \t]*$/.test(lastLine) ? '\n' : '\n\n'
