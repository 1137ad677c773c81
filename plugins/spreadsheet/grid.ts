import { columnOf, extentOf, placeOf, rowOf, SHEET_LIMITS, type Sheet } from './workbook.ts'

/** What of a sheet is shown as a table; nothing that is hidden. */
export interface Grid {
  /** From 0; where a sheet has more cells than can be shown, those with something in them. */
  readonly rows: readonly number[]
  readonly columns: readonly number[]
  /** Rows or columns were left out, be they empty or too many. */
  readonly isCut: boolean
}

/** Cells of a table, the empty ones included. */
const MOST_CELLS = 200_000

export function gridOf(sheet: Pick<Sheet, 'cells' | 'merges' | 'hidden'>): Grid {
  const { hidden } = sheet
  const extent = extentOf(sheet)
  if (extent.rows * extent.columns <= MOST_CELLS) {
    const columns = upTo(extent.columns, hidden.columns)
    return { rows: columns.length === 0 ? [] : upTo(extent.rows, hidden.rows), columns, isCut: false }
  }
  const places = [...sheet.cells].flatMap(([place, { text }]) =>
    text === '' || hidden.rows.has(rowOf(place)) || hidden.columns.has(columnOf(place)) ? [] : [place],
  )
  const columns = sorted(places.map(columnOf))
  return { rows: sorted(places.map(rowOf)).slice(0, Math.floor(MOST_CELLS / columns.length)), columns, isCut: true }
}

const upTo = (count: number, hidden: ReadonlySet<number>): readonly number[] => between(0, count - 1, hidden)

function between(first: number, last: number, hidden: ReadonlySet<number>): readonly number[] {
  const found: number[] = []
  for (let at = first; at <= last; at += 1) if (!hidden.has(at)) found.push(at)
  return found
}
const sorted = (numbers: readonly number[]): readonly number[] =>
  [...new Set(numbers)].toSorted((one, other) => one - other)

/** What is shown of a merge. */
interface Span {
  readonly rows: number
  readonly columns: number
  /** Of its cell, which may be hidden. */
  readonly place: number
}
/** The merge that begins at a place, as far as it is shown, and the places that are covered by one. */
export interface Spans {
  readonly begin: ReadonlyMap<number, Span>
  readonly covered: ReadonlySet<number>
}

export function spansOf({ merges, hidden }: Pick<Sheet, 'merges' | 'hidden'>): Spans {
  const begin = new Map<number, Span>()
  const covered = new Set<number>()
  for (const { top, left, bottom, right } of merges) {
    const [rows, columns] = [between(top, bottom, hidden.rows), between(left, right, hidden.columns)]
    const [row, column] = [rows[0], columns[0]]
    if (row === undefined || column === undefined) continue
    begin.set(placeOf(row, column), { rows: rows.length, columns: columns.length, place: placeOf(top, left) })
    for (const each of rows)
      for (const other of columns) if (covered.size < SHEET_LIMITS.mergedCells) covered.add(placeOf(each, other))
    covered.delete(placeOf(row, column))
  }
  return { begin, covered }
}
