import { ElementType, parseDocument } from 'htmlparser2'
import { linkAddress } from '#plugins/format-tools/api.ts'
import { apart } from '../read-workbook.ts'
import {
  isWithin,
  NOTHING_HIDDEN,
  placeOf,
  PLAIN,
  type Area,
  type Cell,
  type CellStyle,
  type Sheet,
} from '../workbook.ts'

type Node = ReturnType<typeof parseDocument>['children'][number]
type Element = Extract<Node, { readonly attribs: unknown }>

const HEAD: CellStyle = { ...PLAIN, isBold: true, background: '#f0f2f6' }
const TITLE: CellStyle = { ...PLAIN, isBold: true }
/** In pixels. */
const [NARROWEST, WIDEST] = [60, 420]
/** As in browsers. */
const MOST_SPANNED = 1_000

/** The tables of an article one below the other, each with its heading; null when there are none. */
export function tablesSheet(name: string, html: string): { readonly sheet: Sheet; readonly isCut: boolean } | null {
  const laid = new LaidTables()
  laid.look(parseDocument(html).children)
  const sheet = laid.sheet(name)
  return sheet && { sheet, isCut: laid.isCut }
}

class LaidTables {
  readonly #cells = new Map<number, Cell>()
  readonly #areas: Area[] = []
  readonly #widths = new Map<number, number>()
  /** Something is beyond the limits of a sheet. */
  isCut = false
  #row = 0
  #heading = ''

  look(nodes: readonly Node[]): void {
    for (const node of nodes) {
      if (!isElement(node)) continue
      if (/^h[1-6]$/.test(node.name)) this.#heading = textIn(node)
      else if (node.name === 'table') this.#table(node)
      else this.look(node.children)
    }
  }

  sheet(name: string): Sheet | null {
    if (this.#cells.size === 0) return null
    return {
      ...{ name, cells: this.#cells, merges: apart(this.#areas), widths: this.#widths, heights: new Map() },
      frozen: { rows: 0, columns: 0 },
      hidden: NOTHING_HIDDEN,
    }
  }

  #table(table: Element): void {
    const rows = rowsOf(table)
    if (rows.length === 0) return
    if (this.#row > 0) this.#row += 1
    const caption = table.children.find((node): node is Element => isElement(node) && node.name === 'caption')
    for (const title of [this.#heading, caption ? textIn(caption) : '']) {
      if (title === '') continue
      this.#put(this.#row, 0, { text: title, style: { ...TITLE, format: formatOf(title) } })
      this.#row += 1
    }
    this.#heading = ''
    // For how many further rows each column is covered.
    const taken: number[] = []
    for (const [at, row] of rows.entries()) {
      let column = 0
      for (const cell of row) {
        while ((taken[column] ?? 0) > at) column += 1
        const columns = spanOf(cell.attribs['colspan'], MOST_SPANNED)
        const down = spanOf(cell.attribs['rowspan'], rows.length - at)
        for (let next = column; next < column + columns; next += 1) taken[next] = at + down
        this.#cell(column, cell, { columns, down })
        column += columns
      }
      this.#row += 1
    }
  }

  #cell(column: number, cell: Element, { columns, down }: { columns: number; down: number }): void {
    const text = textIn(cell)
    const [, align = cell.attribs['align'] ?? ''] = /text-align:\s*(\w+)/.exec(cell.attribs['style'] ?? '') ?? []
    const isHead = cell.name === 'th'
    this.#put(this.#row, column, {
      text,
      style: {
        ...(isHead ? HEAD : PLAIN),
        align: align === 'right' || align === 'center' ? align : '',
        verticalAlign: 'top',
        wraps: text.includes('\n') || widthOf(text) > WIDEST,
        format: formatOf(text),
      },
      ...linkIn(cell, text),
    })
    if (columns === 1) this.#widen(column, text)
    const [bottom, right] = [this.#row + down - 1, column + columns - 1]
    if ((columns > 1 || down > 1) && isWithin(bottom, right))
      this.#areas.push({ top: this.#row, left: column, bottom, right })
  }

  #put(row: number, column: number, cell: Cell): void {
    if (isWithin(row, column)) this.#cells.set(placeOf(row, column), cell)
    else this.isCut = true
  }

  #widen(column: number, text: string): void {
    const width = Math.min(WIDEST, Math.max(NARROWEST, ...text.split('\n', 50).map(widthOf)))
    if (width > (this.#widths.get(column) ?? 0)) this.#widths.set(column, width)
  }
}

const isElement = (node: Node): node is Element => 'attribs' in node

/** Text that users wrote into a table is not a formula. */
const formatOf = (text: string): string => (text.startsWith('=') ? 'text' : '')

const spanOf = (typed: string | undefined, most: number): number =>
  Math.min(most, Math.max(1, /^\d{1,5}$/.test(typed ?? '') ? Number(typed) : 1))

/** The approximate width of these characters; Chinese ones are twice as wide. */
function widthOf(line: string): number {
  const letters = line.slice(0, 200)
  return 16 + letters.length * 7 + (letters.match(/[\u2e80-\uffdc]/g)?.length ?? 0) * 7
}

/** Rows of a table, without those of nested tables. */
function rowsOf(table: Element): readonly (readonly Element[])[] {
  return table.children.filter(isElement).flatMap((element) => {
    if (['thead', 'tbody', 'tfoot'].includes(element.name)) return rowsOf(element)
    if (element.name !== 'tr') return []
    return [element.children.filter(isElement).filter(({ name }) => name === 'td' || name === 'th')]
  })
}

/** The link that a whole cell is; one within other text cannot be one of a cell. */
function linkIn(cell: Element, text: string): { readonly link?: string } {
  const [link, ...others] = linksIn(cell.children)
  if (!link || others.length > 0 || textIn(link) !== text) return {}
  const address = linkAddress(link.attribs['href'] ?? '')
  return address === '' ? {} : { link: address }
}

const linksIn = (nodes: readonly Node[]): readonly Element[] =>
  nodes.filter(isElement).flatMap((element) => (element.name === 'a' ? [element] : linksIn(element.children)))

const BLOCKS = new Set(['p', 'div', 'li', 'tr', 'pre', 'blockquote', 'ul', 'ol', 'table', 'h1', 'h2', 'h3', 'h4'])

/** The readable text of an element, with line breaks. */
function textIn(element: Element): string {
  let text = ''
  const add = (nodes: readonly Node[], isCode: boolean): void => {
    for (const node of nodes) {
      if (!isElement(node)) text += node.type === ElementType.Text ? written(node.data, isCode) : ''
      else if (node.name === 'br') text += '\n'
      else if (node.name === 'input') text += node.attribs['checked'] === undefined ? '☐ ' : '☑ '
      else if (node.name === 'img') text += node.attribs['alt'] ?? ''
      else {
        const isBlock = BLOCKS.has(node.name)
        if (isBlock) text = endedLine(text)
        add(node.children, isCode || node.name === 'pre')
        if (isBlock) text = endedLine(text)
      }
    }
  }
  add(element.children, false)
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

const written = (data: string, isCode: boolean): string => (isCode ? data : data.replaceAll(/[ \t\r\n\f]+/g, ' '))
const endedLine = (text: string): string => (text.trim() === '' || text.endsWith('\n') ? text : `${text.trimEnd()}\n`)
