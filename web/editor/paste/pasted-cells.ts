import { rowsOfText } from '../../parts/rows-of-text.ts'
import type { Inline, TableCell } from '../markdown-blocks/blocks.ts'
import { editable } from '../markdown-blocks/line-endings.ts'
import { storable } from '../storable.ts'
import { isOnlyTable } from './clipboard.ts'
import { htmlBlocks, type HtmlBlocks } from './html-blocks.ts'

/** Rows of cells to be inserted into a table. */
export type Cells = readonly (readonly (readonly Inline[])[])[]

/** With the pictures that are held in the cells. */
interface PastedCells extends Omit<HtmlBlocks, 'blocks'> {
  readonly rows: Cells
}

/** Several cells copied in another program; null for anything else, including a single cell. */
export function pastedCells(data: DataTransfer): PastedCells | null {
  const html = storable(data.getData('text/html'))
  const read = html === '' ? null : cellsOfHtml(html)
  const text = editable(storable(data.getData('text/plain')))
  const found = read ?? { rows: text.includes('\t') ? cellsOfText(text) : [], pictures: [], missing: 0 }
  return found.rows.length > 1 || (found.rows[0]?.length ?? 0) > 1 ? found : null
}

function cellsOfHtml(html: string): PastedCells | null {
  const page = new DOMParser().parseFromString(html, 'text/html')
  if (!isOnlyTable(page) || page.querySelectorAll('table').length !== 1) return null
  const { blocks, ...pictures } = htmlBlocks(html)
  const [table, ...others] = blocks
  const content = others.length === 0 ? table?.content : undefined
  return content && typeof content === 'object' && 'rows' in content
    ? { rows: content.rows.map(({ cells }) => cells.map(inlinesOf)), ...pictures }
    : null
}

const inlinesOf = (cell: TableCell): readonly Inline[] => ('content' in cell ? cell.content : cell)

const cellsOfText = (text: string): Cells =>
  rowsOfText(text).map((row) => row.map((cell) => (cell === '' ? [] : [{ type: 'text', text: cell, styles: {} }])))
