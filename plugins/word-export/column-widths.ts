/** In characters; longer text is wrapped. */
const [SHORTEST, LONGEST] = [6, 40]

/** Column widths that fit the text as far as possible, from the texts of cells that span only one column. */
export class ColumnWidths {
  readonly #letters: number[] = []

  hear(column: number, text: string): void {
    this.#letters[column] = Math.min(LONGEST, Math.max(this.#letters[column] ?? 0, longestLine(text)))
  }

  /** @param width of the whole table */
  within(width: number, columns: number): number[] {
    const letters = Array.from({ length: columns }, (_, column) => Math.max(SHORTEST, this.#letters[column] ?? 0))
    const all = letters.reduce((sum, count) => sum + count, 0)
    return letters.map((count) => Math.floor((width * count) / all))
  }
}

/** Chinese characters are twice as wide. */
const longestLine = (text: string): number =>
  Math.max(
    ...text.split('\n', 20).map((line) => {
      const start = line.trim().slice(0, LONGEST)
      return start.length + (start.match(/[\u2e80-\uffdc]/g)?.length ?? 0)
    }),
  )
