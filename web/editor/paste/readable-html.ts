import { codeOfTable } from './html-code.ts'

/**
 * HTML copied by office programs, without proprietary parts: every table has a header and plain rows. Nothing in it is
 * run or loaded.
 */
export function readableHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const unknown of body.querySelectorAll('style, script, title, xml, col, colgroup')) unknown.remove()
  for (const mark of body.querySelectorAll<HTMLElement>('[style*="mso-list" i]'))
    if (/mso-list:\s*ignore/i.test(mark.getAttribute('style') ?? '')) removeMark(mark)
  for (const element of body.querySelectorAll('*'))
    if (element.tagName.includes(':')) element.replaceWith(...element.childNodes)
  for (const table of body.querySelectorAll('table')) if (isOfCells(table)) table.replaceWith(plain(table))
  return body.innerHTML
}

/** The same cells, merged ones repeated, below a header: markdown supports nothing else. */
function plain(table: HTMLTableElement): HTMLTableElement {
  const grid = gridOf(table).filter((row) => row.some((cell) => cell && !isBlank(cell)))
  const width = Math.max(0, ...grid.map(({ length }) => length))
  const made = document.createElement('table')
  for (const [y, row] of grid.entries()) {
    const line = made.insertRow()
    for (let x = 0; x < width; x += 1) {
      const cell = document.createElement(y === 0 ? 'th' : 'td')
      cell.append(...inlineContent(row[x]))
      line.append(cell)
    }
  }
  return made
}

const isOfCells = (table: HTMLTableElement): boolean => !table.querySelector('table') && codeOfTable(table) === null

const isBlank = (cell: HTMLElement): boolean =>
  (cell.textContent ?? '').trim() === '' && cell.querySelector('img') === null

type Grid = (HTMLTableCellElement | undefined)[][]

function gridOf({ rows }: HTMLTableElement): Grid {
  const grid: Grid = []
  for (const [y, row] of [...rows].entries()) {
    let x = 0
    for (const cell of row.cells) {
      while (grid[y]?.[x] !== undefined) x += 1
      for (let down = 0; down < Math.min(cell.rowSpan, rows.length - y); down += 1)
        for (let right = 0; right < cell.colSpan; right += 1) (grid[y + down] ??= [])[x + right] = cell
      x += cell.colSpan
    }
    grid[y] ??= []
  }
  return grid
}

const PARAGRAPHS = 'p, div, li, h1, h2, h3, h4, h5, h6'

/** The content of a cell, with its paragraphs as lines. */
function inlineContent(cell: HTMLTableCellElement | undefined): readonly Node[] {
  if (!cell) return []
  const copy = cell.cloneNode(true) as HTMLTableCellElement
  for (const code of copy.querySelectorAll('pre')) if (code.nextElementSibling) code.after(document.createElement('br'))
  for (const paragraph of copy.querySelectorAll(PARAGRAPHS)) {
    if (paragraph.closest('pre')) continue
    if (paragraph.nextElementSibling) paragraph.append(document.createElement('br'))
    paragraph.replaceWith(...paragraph.childNodes)
  }
  // Line breaks in the source are spaces, but in code.
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { currentNode: text } = walker
    if (!text.parentElement?.closest('pre')) text.nodeValue = (text.nodeValue ?? '').replaceAll(/\s+/g, ' ')
  }
  const [first, last] = [copy.firstChild, copy.lastChild]
  if (first?.nodeType === Node.TEXT_NODE) first.nodeValue = (first.nodeValue ?? '').trimStart()
  if (last?.nodeType === Node.TEXT_NODE) last.nodeValue = (last.nodeValue ?? '').trimEnd()
  return [...copy.childNodes]
}

/** The bullet or number before an entry; its paragraph remembers which. */
function removeMark(mark: HTMLElement): void {
  const paragraph = mark.closest('p')
  if (paragraph && /^\s*[0-9a-z]+[.)]/i.test(mark.textContent ?? '')) paragraph.dataset['numbered'] = 'true'
  mark.remove()
}
