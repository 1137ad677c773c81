import { markdownTable } from './markdown-table.ts'

/** Rows of cells as a markdown table whose first row is the header; '' when all are empty. */
export function tableFromRows(rows: readonly (readonly string[])[]): string {
  const [headings, ...rest] = rows.filter((row) => row.some((text) => text.trim() !== ''))
  if (!headings) return ''
  const width = Math.max(headings.length, ...rest.map((row) => row.length))
  return markdownTable([...headings, ...Array<string>(width - headings.length).fill('')], rest)
}

/** The first table of an HTML text from the clipboard, merged cells repeated; null when there is none. Nothing in it is run or loaded. */
export function rowsOfHtml(html: string): readonly (readonly string[])[] | null {
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table')
  if (!table) return null
  const grid: string[][] = []
  for (const [y, row] of [...table.rows].entries()) {
    let x = 0
    for (const cell of row.cells) {
      while (grid[y]?.[x] !== undefined) x += 1
      const text = textOf(cell)
      for (let down = 0; down < Math.min(cell.rowSpan, table.rows.length - y); down += 1)
        for (let right = 0; right < cell.colSpan; right += 1) (grid[y + down] ??= [])[x + right] = text
    }
  }
  return grid.map((row) => Array.from(row, (text) => text ?? ''))
}

/** A cell's text with its line breaks, but without the whitespace between tags in the source. */
function textOf(cell: HTMLTableCellElement): string {
  const copy = cell.cloneNode(true) as HTMLTableCellElement
  for (const lineBreak of copy.querySelectorAll('br')) lineBreak.replaceWith('\u0001')
  return (copy.textContent ?? '').replace(/\s+/g, ' ').replaceAll('\u0001', '\n').trim()
}
