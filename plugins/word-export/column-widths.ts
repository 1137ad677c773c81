/** The text of one cell, and the column in which it begins. */
export interface PlacedText {
  readonly column: number
  readonly text: string
}

/** In characters; longer text is wrapped. */
const [SHORTEST, LONGEST] = [6, 40]

/**
 * Column widths that fit the text as far as possible. @param cells those that span only one column @param width of the
 * whole table
 */
export function columnWidths(cells: Iterable<PlacedText>, columns: number, width: number): number[] {
  const letters = Array.from({ length: columns }, () => SHORTEST)
  for (const { column, text } of cells)
    letters[column] = Math.min(LONGEST, Math.max(letters[column] ?? 0, longestLine(text)))
  const all = letters.reduce((sum, count) => sum + count, 0)
  return letters.map((count) => Math.floor((width * count) / all))
}

/** Chinese characters are twice as wide. */
const longestLine = (text: string): number =>
  Math.max(
    ...text.split('\n', 20).map((line) => {
      const start = line.trim().slice(0, LONGEST)
      return start.length + (start.match(/[\u2e80-\uffdc]/g)?.length ?? 0)
    }),
  )
