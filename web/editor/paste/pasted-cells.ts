import { rowsOfText } from '../../parts/rows-of-text.ts'
import type { Inline, TableCell } from '../markdown-blocks/blocks.ts'
import { editable } from '../markdown-blocks/line-endings.ts'
import { storable } from '../storable.ts'
import { isOnlyTable } from './clipboard.ts'
import { htmlBlocks } from './html-blocks.ts'

/** Rows of cells to be inserted into a table. */
export type Cells = readonly (readonly (readonly Inline[])[])[]

/** Several cells copied in another program; null for anything else, including a single cell. */
export function pastedCells(data: DataTransfer): Cells | null {
  const html = storable(data.getData('text/html'))
  const rows = html === '' ? null : cellsOfHtml(html)
  const text = editable(storable(data.getData('text/plain')))
  const found = rows ?? (text.includes('\t') ? cellsOfText(text) : [])
  return found.length > 1 || (found[0]?.length ?? 0) > 1 ? found : null
}

function cellsOfHtml(html: string): Cells | null {
  const page = new DOMParser().parseFromString(html, 'text/html')
  if (!isOnlyTable(page) || page.querySelectorAll('table').length !== 1) return null
  const [table, ...others] = htmlBlocks(html).blocks
  const content = others.length === 0 ? table?.content : undefined
  return content && typeof content === 'object' && 'rows' in content
    ? content.rows.map(({ cells }) => cells.map(inlinesOf))
    : null
}

const inlinesOf = (cell: TableCell): readonly Inline[] => ('content' in cell ? cell.content : cell)

const cellsOfText = (text: string): Cells =>
  rowsOfText(text).map((row) => row.map((cell) => (cell === '' ? [] : [{ type: 'text', text: cell, styles: {} }])))
