/** What stands in one cell of a table, and in which column it begins. */
export interface PlacedText {
  readonly column: number
  readonly text: string
}

/** Letters; what is longer is broken into lines. */
const [SHORTEST, LONGEST] = [6, 40]

/**
 * Widths for columns so that each has room for what stands in it, as far as there is.
 * @param cells those that take up one column alone
 * @param width of the whole table
 */
export function columnWidths(cells: Iterable<PlacedText>, columns: number, width: number): number[] {
  const letters = Array.from({ length: columns }, () => SHORTEST)
  for (const { column, text } of cells)
    letters[column] = Math.min(LONGEST, Math.max(letters[column] ?? 0, longestLine(text)))
  const all = letters.reduce((sum, count) => sum + count, 0)
  return letters.map((count) => Math.floor((width * count) / all))
}

/** Letters of Chinese are twice as wide. */
const longestLine = (text: string): number =>
  Math.max(
    ...text.split('\n', 20).map((line) => {
      const start = line.trim().slice(0, LONGEST)
      return start.length + (start.match(/[\u2e80-\uffdc]/g)?.length ?? 0)
    }),
  )
