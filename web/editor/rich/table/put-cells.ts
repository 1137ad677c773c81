import { inlineContentToNodes } from '@blocknote/core'
import type { EditorState, Transaction } from 'prosemirror-state'
import type { Cells } from '../../paste/pasted-cells.ts'
import { changeTable, columnsOf, gridOf, selectCell } from './table-grid.ts'
import { tablePlace, type DocumentNode } from './table-place.ts'

/** Spreads cells over the table, starting at the cursor; the table grows as needed. Null outside of tables. */
export function withCells(state: EditorState, cells: Cells): Transaction | null {
  const place = tablePlace(state)
  if (!place) return null
  const grid = gridOf(place.table).map((row) => [...row])
  const columns = columnsOf(grid)
  cells.forEach((row, down) => {
    const line = (grid[place.row + down] ??= Array.from({ length: columns }, () => null))
    row.forEach((content, right) => (line[place.column + right] = cellOf(state, content)))
  })
  const [lastRow, lastColumn] = [place.row + cells.length - 1, place.column + (cells.at(-1)?.length ?? 1) - 1]
  const rows = grid.map((row) => Array.from(row, (cell) => cell ?? null))
  return selectCell(changeTable(state.tr, place, rows), place.at, lastRow, lastColumn).scrollIntoView()
}

function cellOf({ schema }: EditorState, content: Cells[number][number]): DocumentNode | null {
  const nodes = inlineContentToNodes(content as unknown as Parameters<typeof inlineContentToNodes>[0], schema)
  const text = schema.nodes['tableParagraph']?.create(null, nodes)
  return (text && schema.nodes['tableCell']?.create(null, text)) ?? null
}
