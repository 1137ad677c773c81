import { TextSelection, type EditorState, type Transaction } from 'prosemirror-state'
import { changeTable, columnsOf, gridOf, selectCell, type Grid, type Side } from './table-grid.ts'
import { tablePlace, type DocumentNode } from './table-place.ts'

/** Actions for the row and column at the cursor. All of them are supported by markdown. */
export type TableChange =
  | { readonly kind: 'insertColumn' | 'insertRow'; readonly side: 'before' | 'after' }
  | { readonly kind: 'moveColumn' | 'moveRow'; readonly by: -1 | 1 }
  | { readonly kind: 'deleteColumn' | 'deleteRow' }
  | { readonly kind: 'deleteTable' }
  | { readonly kind: 'align'; readonly to: Side }
  /** Sorts the rows below the header by a column, with the sort order of this language. */
  | { readonly kind: 'sort'; readonly isDescending: boolean; readonly language: string }

/** A cell in a table of this size. */
export interface CellPlace {
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
}

/** Whether the action is possible: the header does not move, and a table has at least one row and one column. */
export function isPossible(change: TableChange, place: CellPlace): boolean {
  switch (change.kind) {
    case 'insertRow':
      return change.side === 'after' || place.row > 0
    case 'moveColumn':
      return place.column + change.by >= 0 && place.column + change.by < place.columns
    case 'moveRow':
      return place.row > 0 && place.row + change.by > 0 && place.row + change.by < place.rows
    case 'deleteColumn':
      return place.columns > 1
    case 'deleteRow':
      return place.row > 0
    case 'sort':
      return place.rows > 2
    default:
      return true
  }
}

/** One undo step; null when there is no table or nothing to do. */
export function changed(state: EditorState, change: TableChange): Transaction | null {
  const place = tablePlace(state)
  if (!place) return null
  const grid = gridOf(place.table)
  if (!isPossible(change, { ...place, rows: grid.length, columns: columnsOf(grid) })) return null
  if (change.kind === 'deleteTable') return withoutTable(state, place.at)
  const { row, column } = place
  const made = gridAfter(grid, change, row, column)
  return selectCell(changeTable(state.tr, place, made.grid), place.at, made.row, made.column).scrollIntoView()
}

interface Made {
  readonly grid: Grid
  readonly row: number
  readonly column: number
}

function gridAfter(
  grid: Grid,
  change: Exclude<TableChange, { kind: 'deleteTable' }>,
  row: number,
  column: number,
): Made {
  switch (change.kind) {
    case 'insertColumn': {
      const at = column + (change.side === 'after' ? 1 : 0)
      return { grid: filled(grid).map((line) => line.toSpliced(at, 0, null)), row, column: at }
    }
    case 'insertRow': {
      const at = row + (change.side === 'after' ? 1 : 0)
      return { grid: grid.toSpliced(at, 0, []), row: at, column }
    }
    case 'moveColumn':
      return {
        grid: filled(grid).map((line) => moved(line, column, change.by)),
        row,
        column: column + change.by,
      }
    case 'moveRow':
      return { grid: moved(grid, row, change.by), row: row + change.by, column }
    case 'deleteColumn':
      return { grid: filled(grid).map((line) => line.toSpliced(column, 1)), row, column }
    case 'deleteRow':
      return { grid: grid.toSpliced(row, 1), row, column }
    case 'align':
      return { grid: aligned(grid, column, change.to), row, column }
    default:
      return { grid: sorted(grid, column, change), row: 0, column }
  }
}

/** Pads all rows to the longest. */
function filled(grid: Grid): Grid {
  const length = columnsOf(grid)
  return grid.map((row) => Array.from({ length }, (_, column) => row[column] ?? null))
}

const moved = <Part>(line: readonly Part[], at: number, by: number): Part[] =>
  line.toSpliced(at, 1).toSpliced(at + by, 0, ...line.slice(at, at + 1))

// The others follow the first.
function aligned(grid: Grid, column: number, side: Side): Grid {
  const first = grid[0]?.[column]
  if (!first) return grid
  const said = first.type.create({ ...first.attrs, textAlignment: side }, first.content, first.marks)
  return grid.with(0, (grid[0] ?? []).with(column, said))
}

/** Empty cells come last in both directions, and equal rows keep their order. */
function sorted(grid: Grid, column: number, { isDescending, language }: Extract<TableChange, { kind: 'sort' }>): Grid {
  const [head = [], ...rows] = grid
  const keyed = rows.map((row) => ({ row, text: textOf(row[column] ?? null).trim() }))
  const areNumbers = keyed.every(({ text }) => text === '' || numberOf(text) !== null)
  const { compare } = new Intl.Collator(language, { numeric: true })
  const order = (a: string, b: string): number =>
    (areNumbers ? (numberOf(a) ?? 0) - (numberOf(b) ?? 0) : compare(a, b)) * (isDescending ? -1 : 1)
  const ordered = keyed.toSorted((a, b) =>
    a.text === '' || b.text === '' ? Number(a.text === '') - Number(b.text === '') : order(a.text, b.text),
  )
  return [head, ...ordered.map(({ row }) => row)]
}

function numberOf(text: string): number | null {
  const digits = text.replaceAll(/[,\s]/g, '').replace(/%$/, '')
  return /^[-+]?\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : null
}

/** The text of the cell; chips as source. */
export const textOf = (cell: DocumentNode | null): string =>
  cell?.textBetween(0, cell.content.size, '\n', ({ type, attrs }) =>
    type.name === 'hardBreak' ? '\n' : String(attrs['raw'] ?? ''),
  ) ?? ''

/** Deletes the table; the cursor is in an empty line in its place. */
function withoutTable({ tr, schema, doc }: EditorState, at: number): Transaction | null {
  const table = doc.nodeAt(at)
  const line = schema.nodes['paragraph']?.create()
  if (!table || !line) return null
  tr.replaceWith(at, at + table.nodeSize, line)
  return selectLine(tr, at)
}

const selectLine = (transaction: Transaction, at: number): Transaction =>
  transaction.setSelection(TextSelection.near(transaction.doc.resolve(at + 1))).scrollIntoView()
