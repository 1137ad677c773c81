/** In characters; longer text is wrapped. */
const [SHORTEST, LONGEST] = [6, 40]
/** A longer word is broken. */
const LONGEST_WORD = 24
/** A Chinese character is as wide as two letters. */
const ONE_CHINESE = 2
/** In twentieths of a point: a character of code in a cell, and what is left free beside the text. */
const [LETTER, MARGINS] = [120, 230]

/**
 * Column widths that fit the text as far as possible, from the texts of cells that span only one column. A name is not
 * broken while there is room for it.
 */
export class ColumnWidths {
  readonly #letters: number[] = []
  readonly #words: number[] = []

  hear(column: number, text: string): void {
    this.#letters[column] = Math.min(LONGEST, Math.max(this.#letters[column] ?? 0, longestLine(text)))
    this.#words[column] = Math.max(this.#words[column] ?? 0, longestWord(text))
  }

  /** @param width of the whole table */
  within(width: number, columns: number): number[] {
    const letters = Array.from({ length: columns }, (_, column) => Math.max(SHORTEST, this.#letters[column] ?? 0))
    const words = letters.map((_, column) => this.#words[column] ?? 0)
    const needed = lengthsWithin(Math.floor((width - MARGINS * columns) / LETTER), words).map(
      (length) => MARGINS + LETTER * length,
    )
    const left = width - sumOf(needed)
    if (left < 0) return shared(width, letters)
    const wished = letters.map((count, column) => Math.max(0, MARGINS + LETTER * count - (needed[column] ?? 0)))
    const given = shared(Math.min(left, sumOf(wished)), wished)
    const rest = shared(Math.max(0, left - sumOf(wished)), letters)
    return needed.map((least, column) => least + (given[column] ?? 0) + (rest[column] ?? 0))
  }
}

/** How much of each word stays in one line where there is no room for all: the longest ones are broken first. */
function lengthsWithin(room: number, words: readonly number[]): readonly number[] {
  if (sumOf(words) <= room) return words
  for (let longest = LONGEST_WORD; longest >= ONE_CHINESE; longest -= 1) {
    const lengths = words.map((length) => Math.max(ONE_CHINESE, Math.min(length, longest)))
    if (sumOf(lengths) <= room) return lengths
  }
  return words
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)

/** By these shares. */
function shared(width: number, shares: readonly number[]): number[] {
  const all = sumOf(shares)
  return shares.map((share) => (all === 0 ? 0 : Math.floor((width * share) / all)))
}

/** Chinese characters are twice as wide. */
const longestLine = (text: string): number =>
  Math.max(
    ...text.split('\n', 20).map((line) => {
      const start = line.trim().slice(0, LONGEST)
      return start.length + (start.match(/[\u2e80-\uffdc]/g)?.length ?? 0)
    }),
  )

/** Chinese is broken between any two characters. */
const longestWord = (text: string): number =>
  Math.max(
    0,
    ...text
      .slice(0, 1_000)
      .split(/[\s\u2e80-\uffdc-]+/)
      .map((word) => (word.length > LONGEST_WORD ? 0 : word.length)),
  )
