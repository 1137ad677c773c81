import { TextSelection, type EditorState, type Transaction } from 'prosemirror-state'
import type { DocumentNode, TablePlace } from './table-place.ts'

/** Rows of cells; null is a new cell. */
export type Grid = readonly (readonly (DocumentNode | null)[])[]
/** Alignment of a column. */
export type Side = 'left' | 'center' | 'right'
type Schema = EditorState['schema']

/** The cells by row and column. Merged cells, which only come from the clipboard, are followed by empty ones. */
export function gridOf(table: DocumentNode): Grid {
  const grid: (DocumentNode | null)[][] = Array.from({ length: table.childCount }, () => [])
  table.forEach((row, _at, y) => {
    let x = 0
    row.forEach((cell) => {
      while (grid[y]?.[x] !== undefined) x += 1
      const { colspan = 1, rowspan = 1 } = cell.attrs as { colspan?: number; rowspan?: number }
      for (let below = 0; below < rowspan; below += 1) {
        const line = grid[y + below]
        if (line)
          for (let beside = 0; beside < colspan; beside += 1) line[x + beside] = below + beside === 0 ? cell : null
      }
      x += colspan
    })
  })
  return grid
}

export const columnsOf = (grid: Grid): number => Math.max(1, ...grid.map((row) => row.length))

/** The alignment of a column, given by its first cell. */
const sideOf = (grid: Grid, column: number): Side => (grid[0]?.[column]?.attrs['textAlignment'] as Side) ?? 'left'

/** Whether markdown supports the table: its first row is the header, and each column has one alignment. */
export function isShaped(table: DocumentNode): boolean {
  const head = table.firstChild
  for (let y = 0; y < table.childCount; y += 1) {
    const row = table.child(y)
    if (row.childCount !== head?.childCount) return false
    for (let x = 0; x < row.childCount; x += 1) {
      const { type, attrs } = row.child(x)
      const { colspan, rowspan, colwidth, textAlignment } = attrs
      if (type.name !== (y === 0 ? 'tableHeader' : 'tableCell')) return false
      if (colspan !== 1 || rowspan !== 1 || colwidth !== null) return false
      if (textAlignment !== head.child(x).attrs['textAlignment']) return false
    }
  }
  return true
}

/** Writes these cells to the table, in the form markdown supports; unchanged rows are not touched. */
export function changeTable(transaction: Transaction, { table, at }: TablePlace, grid: Grid): Transaction {
  const rows = shapedRows(table, grid)
  let [first, last] = [0, 0]
  const most = Math.min(rows.length, table.childCount)
  while (first < most && rows[first] === table.child(first)) first += 1
  while (last < most - first && rows.at(-1 - last) === table.child(table.childCount - 1 - last)) last += 1
  const from = rowAt(table, at, first)
  return transaction.replaceWith(from, rowAt(table, at, table.childCount - last), rows.slice(first, rows.length - last))
}

/** Moves the cursor to the end of a cell, or of the nearest one if it does not exist. */
export function selectCell(transaction: Transaction, at: number, row: number, column: number): Transaction {
  const table = transaction.doc.nodeAt(at)
  if (table?.type.name !== 'table') return transaction
  const y = Math.max(0, Math.min(row, table.childCount - 1))
  const line = table.child(y)
  const x = Math.max(0, Math.min(column, line.childCount - 1))
  let place = rowAt(table, at, y) + 1
  for (let before = 0; before < x; before += 1) place += line.child(before).nodeSize
  const end = place + line.child(x).nodeSize - 1
  return transaction.setSelection(TextSelection.near(transaction.doc.resolve(end), -1))
}

function rowAt(table: DocumentNode, at: number, row: number): number {
  let place = at + 1
  for (let before = 0; before < row; before += 1) place += table.child(before).nodeSize
  return place
}

function shapedRows(table: DocumentNode, grid: Grid): readonly DocumentNode[] {
  const { schema } = table.type
  const rowType = schema.nodes['tableRow']
  if (!rowType) return []
  const known = new Map<DocumentNode | null, DocumentNode>()
  table.forEach((row) => known.set(row.firstChild, row))
  const sides = Array.from({ length: columnsOf(grid) }, (_, column) => sideOf(grid, column))
  return grid.map((row, y) => {
    const cells = sides.map((side, x) => shapedCell(schema, row[x] ?? null, y === 0, side))
    const before = known.get(cells[0] ?? null)
    const isSame = before?.childCount === cells.length && cells.every((cell, x) => before.child(x) === cell)
    return isSame && before ? before : rowType.create(null, cells)
  })
}

function shapedCell(schema: Schema, cell: DocumentNode | null, isHead: boolean, side: Side): DocumentNode {
  const type = schema.nodes[isHead ? 'tableHeader' : 'tableCell']
  if (!type) throw new Error('the schema has no tables')
  const shape = { colspan: 1, rowspan: 1, colwidth: null, textAlignment: side }
  const isSame = cell?.type === type && Object.entries(shape).every(([name, value]) => cell.attrs[name] === value)
  if (cell && isSame) return cell
  return type.createAndFill({ ...cell?.attrs, ...shape }, cell?.content) ?? type.create()
}
