/** A text that grows by pieces. Only its last line is ever looked at, however long the text has become. */
export class GrowingText {
  readonly #pieces: string[] = []
  #lastLine = ''
  #length = 0

  get length(): number {
    return this.#length
  }
  /** With the line feed before it. */
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

/** Pieces of markdown one below the other, each its own block. */
export function joined(pieces: readonly string[]): string {
  const text = new GrowingText()
  for (const piece of pieces) {
    text.add(separatorAfter(text))
    text.add(piece)
  }
  return text.toString()
}

/**
 * What ends a text so that a new block can follow. A text that ends with an empty line needs no other one: the code or
 * comment of a list item that nobody closed takes every empty line below it, and would grow with each writing.
 */
export const separatorAfter = ({ length, lastLine }: GrowingText): string =>
  length === 0 ? '' : /^\n[ \t]*$/.test(lastLine) ? '\n' : '\n\n'
