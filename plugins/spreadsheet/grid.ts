import { columnOf, extentOf, placeOf, rowOf, SHEET_LIMITS, type Area, type Sheet } from './workbook.ts'

/** What of a sheet is shown as a table. */
export interface Grid {
  /** From 0; where a sheet has more cells than can be shown, those with something in them. */
  readonly rows: readonly number[]
  readonly columns: readonly number[]
  /** Rows or columns were left out, be they empty or too many. */
  readonly isCut: boolean
}

/** Cells of a table, the empty ones included. */
const MOST_CELLS = 200_000

export function gridOf(sheet: Pick<Sheet, 'cells' | 'merges'>): Grid {
  const extent = extentOf(sheet)
  if (extent.rows * extent.columns <= MOST_CELLS)
    return { rows: upTo(extent.rows), columns: upTo(extent.columns), isCut: false }
  const places = [...sheet.cells].flatMap(([place, { text }]) => (text === '' ? [] : [place]))
  const columns = sorted(places.map(columnOf))
  return { rows: sorted(places.map(rowOf)).slice(0, Math.floor(MOST_CELLS / columns.length)), columns, isCut: true }
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at)
const sorted = (numbers: readonly number[]): readonly number[] =>
  [...new Set(numbers)].toSorted((one, other) => one - other)

/** The merge that begins at a place, and the places that are covered by one. */
export interface Spans {
  readonly begin: ReadonlyMap<number, Area>
  readonly covered: ReadonlySet<number>
}

export function spansOf(merges: readonly Area[]): Spans {
  const begin = new Map<number, Area>()
  const covered = new Set<number>()
  for (const area of merges) {
    begin.set(placeOf(area.top, area.left), area)
    for (let row = area.top; row <= area.bottom; row += 1)
      for (let column = area.left; column <= area.right; column += 1)
        if (covered.size < SHEET_LIMITS.mergedCells) covered.add(placeOf(row, column))
    covered.delete(placeOf(area.top, area.left))
  }
  return { begin, covered }
}
