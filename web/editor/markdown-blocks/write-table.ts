import type { Alignment, Hint, Inline, TableCell, TableContent } from './blocks.ts'
import type { NodeOf } from './parse.ts'
import { writeInlines } from './write-inline.ts'

/** A table; its first row becomes the header, as markdown requires. Merged cells become empty neighbours. */
export function writeTable({ rows }: TableContent, hint: Hint | undefined): NodeOf<'table'> {
  const grid = gridOf(rows.map((row) => row.cells))
  const columns = Math.max(1, ...grid.map((row) => row.length))
  const align = Array.from({ length: columns }, (_, column) => alignmentOf(grid[0]?.[column], hint, column, columns))
  return {
    type: 'table',
    align,
    children: grid.map((row) => ({
      type: 'tableRow',
      children: Array.from({ length: columns }, (_, column) => ({
        type: 'tableCell',
        children: writeInlines(inlinesOf(row[column]), 'line') as never,
      })),
    })),
  }
}

const inlinesOf = (cell: TableCell | undefined): readonly Inline[] =>
  cell === undefined ? [] : 'content' in cell ? cell.content : cell

const propsOf = (cell: TableCell | undefined) => (cell !== undefined && 'content' in cell ? cell.props : {})

function gridOf(rows: readonly (readonly TableCell[])[]): (TableCell | undefined)[][] {
  const grid: (TableCell | undefined)[][] = rows.map(() => [])
  const taken = new Set<string>()
  rows.forEach((cells, row) => {
    let column = 0
    for (const cell of cells) {
      while (taken.has(`${row},${column}`)) column += 1
      const { colspan = 1, rowspan = 1 } = propsOf(cell)
      for (let below = 0; below < rowspan; below += 1) {
        for (let beside = 0; beside < colspan; beside += 1) taken.add(`${row + below},${column + beside}`)
      }
      const line = grid[row]
      if (line) line[column] = cell
      column += colspan
    }
  })
  return grid
}

// The editor's default is left; whether the source specified it is stored separately.
function alignmentOf(cell: TableCell | undefined, hint: Hint | undefined, column: number, columns: number): Alignment {
  const shown = propsOf(cell).textAlignment ?? 'left'
  const said = hint?.align?.[column] ?? null
  if (hint?.align?.length === columns && (said ?? 'left') === shown) return said
  return shown === 'center' || shown === 'right' ? shown : null
}
