import { spanOf } from './cell-lines.ts'
import type { parsedHtml } from './html-tree.ts'

type Root = ReturnType<typeof parsedHtml>
type Element = Extract<Root['children'][number], { type: 'element' }>

/**
 * How many cells markdown has beyond those that are there, as all rows of its tables are as wide as the widest one: a
 * table of three thousand rows in one of which are three thousand cells has nine million.
 */
export function filledCells(node: Root | Element): number {
  let filled = 0
  for (const child of node.children) {
    if (child.type !== 'element') continue
    filled += (child.tagName === 'table' ? filledIn(child) : 0) + filledCells(child)
  }
  return filled
}

function filledIn(table: Element): number {
  let [rows, given, widest, fromAbove] = [0, 0, 0, 0]
  /** Columns of merged cells that end above a row. */
  const ended: number[] = []
  for (const row of rowsIn(table)) {
    fromAbove -= ended[rows] ?? 0
    let width = fromAbove
    for (const cell of row.children) {
      if (cell.type !== 'element') continue
      given += 1
      const [columns, reached] = [spanOf(cell, 'colSpan'), rows + spanOf(cell, 'rowSpan')]
      width += columns
      fromAbove += columns
      ended[reached] = (ended[reached] ?? 0) + columns
    }
    widest = Math.max(widest, width)
    rows += 1
  }
  return rows * widest - given
}

function* rowsIn({ children }: Element): Generator<Element> {
  for (const child of children) {
    if (child.type !== 'element' || child.tagName === 'table') continue
    if (child.tagName === 'tr') yield child
    else yield* rowsIn(child)
  }
}
