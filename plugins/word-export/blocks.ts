import {
  AlignmentType,
  Bookmark,
  BorderStyle,
  HeadingLevel,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
  type IParagraphOptions,
} from 'docx'
import { ColumnWidths } from './column-widths.ts'
import {
  bookmarkOf,
  classesOf,
  inlinesOf,
  isElement,
  isText,
  pictureRun,
  textOf,
  type Element,
  type Node,
} from './inlines.ts'
import { treeOf } from './html-tree.ts'
import { BULLETS, DEEPEST_LEVEL, LINE_COLOR, numbersFrom, QUOTED_LEFT } from './styles.ts'
import { DIFFERENT, RepeatedXml } from './repeated-xml.ts'
import { joinedTable, partsOf, rowsWithin, withRows } from './table-parts.ts'
import { MOST_COLUMNS, plainText, rowsOf, spansOf, withText, type Row } from './table-rows.ts'
import type { WordFrame, WordPage } from './word-page.ts'
import { wordText } from './word-text.ts'
import { escaped } from './xml-text.ts'
import { WrittenBlocks } from './written-blocks.ts'

const HEADINGS = [
  ...[HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3],
  ...[HeadingLevel.HEADING_4, HeadingLevel.HEADING_5, HeadingLevel.HEADING_6],
] as const
/** Elements within a line of text; all others are blocks. */
const INLINE = new Set(
  ['a', 'abbr', 'b', 'br', 'cite', 'code', 'del', 'em', 'i', 'img', 'input', 'ins', 'kbd', 'label', 'mark', 'q'].concat(
    ['ruby', 'rp', 'rt', 's', 'samp', 'small', 'span', 'strong', 'sub', 'sup', 'u', 'var'],
  ),
)
/** The text width of a page, in twentieths of a point. */
export const TEXT_WIDTH = 9026
const MOST_STARTS = 200

export type Block = Paragraph | Table

/** What the pages of a document share. */
export interface Book {
  /** The number of pages begun. */
  pages: number
  /** Start numbers of the numbered lists. */
  readonly starts: Set<number>
  /** The number of numbered lists. */
  lists: number
  /** Paragraphs of cells that hold nothing but text. */
  readonly texts: RepeatedXml
  /** Their XML. */
  write(blocks: readonly Block[]): string
  /** Adds a heading within a page to the list of contents. */
  list(heading: ListedTitle): void
}

/** A line of the list of contents. */
export interface ListedTitle {
  readonly title: string
  readonly level: number
  /** The bookmark it leads to; a catalog leads to that of the page that it begins with. */
  readonly href: string
}

type ShownRow = Pick<Row, 'cells' | 'isHead'>

/** The place of a block. */
interface Place {
  readonly style?: string
  /** How many lists it is nested in. */
  readonly depth: number
  /** Whether headings there are listed in the contents. */
  readonly isListed?: boolean
  readonly numbering: IParagraphOptions['numbering']
  readonly alignment?: (typeof AlignmentType)[keyof typeof AlignmentType]
}

/** How wide the columns of a table are, and how far it stands from the left. */
interface Grid {
  readonly widths: readonly number[]
  readonly left: number
}

/** A page with the headings of the catalogs that begin with it. */
export function pageBlocks(book: Book, page: WordPage, frame: WordFrame): readonly Block[] {
  const isFirst = book.pages === 0
  book.pages += 1
  const article = new ArticleBlocks(book, page, frame)
  const catalogs = page.begins.map(
    ({ name, level }, at) =>
      new Paragraph({ heading: headingOf(level), pageBreakBefore: at === 0 && !isFirst, children: [plain(name)] }),
  )
  const title = new Paragraph({
    heading: headingOf(page.level),
    pageBreakBefore: page.begins.length === 0 && !isFirst,
    children: [new Bookmark({ id: bookmarkOf(page.id), children: [plain(page.title)] })],
  })
  const text = article.of(treeOf(page.html), { ...PLAIN, isListed: true })
  if (page.comments === '') return [...catalogs, title, ...text]
  // Not a heading, because programs show those of a document beside it as its sections.
  const comments = new Paragraph({ style: 'Comments', children: [plain(frame.comments)] })
  return [...catalogs, title, ...text, comments, ...article.of(treeOf(page.comments), PLAIN)]
}

const PLAIN: Place = { depth: 0, numbering: undefined }

const headingOf = (level: number) => HEADINGS[Math.min(level, HEADINGS.length) - 1] ?? HeadingLevel.HEADING_6

const plain = (text: string): TextRun => new TextRun(wordText(text))

class ArticleBlocks {
  readonly #book: Book
  readonly #page: WordPage
  readonly #frame: WordFrame

  constructor(book: Book, page: WordPage, frame: WordFrame) {
    this.#book = book
    this.#page = page
    this.#frame = frame
  }

  /** Nodes as blocks; adjacent inline nodes become one paragraph. */
  of(nodes: readonly Node[], place: Place): Block[] {
    const blocks: Block[] = []
    let line: Node[] = []
    // Only the first paragraph has the list marker.
    let { numbering } = place
    const add = (made: Block[]): void => {
      if (made.length > 0) numbering = undefined
      for (const block of made) blocks.push(block)
    }
    const endLine = (): void => {
      if (line.some(isShown)) add([this.#paragraph(line, { ...place, numbering })])
      line = []
    }
    for (const node of nodes) {
      if (isElement(node) && !isInline(node)) {
        endLine()
        add(this.#block(node, { ...place, numbering }))
      } else line.push(node)
    }
    endLine()
    return blocks
  }

  #block(element: Element, place: Place): Block[] {
    const { name, children } = element
    const level = /^h[1-6]$/.test(name) ? Number(name[1]) : 0
    if (level > 0) return [this.#heading(element, level, place)]
    if (name === 'pre') return this.#preformatted(element, place)
    if (name === 'ul' || name === 'ol') return this.#list(element, place)
    if (name === 'table') return this.#table(element, place)
    if (name === 'hr') return [rule()]
    if (name === 'figcaption') return []
    const own = { ...place, ...alignmentOf(element) }
    if (name === 'blockquote') return this.#quote(element, { ...own, style: 'Quoted' })
    if (name === 'dd') return this.of(children, { ...own, depth: place.depth + 1 })
    if (name === 'p' || name === 'summary' || name === 'dt') return this.#mixed(element, own)
    return this.of(children, own)
  }

  /** A callout begins with its title. */
  #quote(element: Element, place: Place): Block[] {
    const word = classesOf(element).find((name) => name.startsWith('callout-'))
    const title = this.#frame.callouts[word?.slice('callout-'.length) ?? '']
    const text = this.of(element.children, place)
    if (title === undefined) return text
    return [
      new Paragraph({ style: 'Quoted', keepNext: true, children: [new TextRun({ text: title, bold: true })] }),
      ...text,
    ]
  }

  /** Usually a paragraph, but HTML typed by users may contain blocks. */
  #mixed(element: Element, place: Place): Block[] {
    if (element.children.every((node) => !isElement(node) || isInline(node)))
      return element.children.some(isShown) ? [this.#paragraph([element], place)] : []
    return this.of(element.children, place)
  }

  #paragraph(nodes: readonly Node[], { style, depth, numbering, alignment }: Place): Paragraph {
    return new Paragraph({
      ...(style === undefined ? {} : { style }),
      ...(numbering ? { numbering } : indentOf(inLists(depth))),
      ...(alignment === undefined ? {} : { alignment }),
      children: inlinesOf(nodes, this.#page),
    })
  }

  #heading(element: Element, levelInPage: number, { isListed }: Place): Paragraph {
    const level = this.#page.level + levelInPage
    const title = wordText(textOf(element)).replaceAll(/\s+/g, ' ').trim()
    const id = element.attribs['id']
    if (isListed && id !== undefined && title !== '')
      this.#book.list({ title, level, href: bookmarkOf(this.#page.id, id) })
    return new Paragraph({ heading: headingOf(level), children: inlinesOf([element], this.#page) })
  }

  #preformatted(element: Element, place: Place): Block[] {
    const diagram = this.#drawn(element)
    if (diagram) return [diagram]
    const children = inlinesOf(withoutLastLine(element.children), this.#page, { isCode: true })
    const classes = classesOf(element)
    if (classes.includes('math'))
      return [new Paragraph({ alignment: AlignmentType.CENTER, children: inlinesOf([element], this.#page) })]
    const code = new Paragraph({ style: 'Code', ...indentOf(leftOf(place)), children })
    if (!classes.includes('mermaid')) return [code, gap()]
    return [
      new Paragraph({ style: 'Facts', keepNext: true, ...indentOf(leftOf(place)), text: this.#frame.diagram }),
      code,
      gap(),
    ]
  }

  /** A diagram as rendered by the exporting browser; its source becomes the alternative text. */
  #drawn(element: Element): Paragraph | null {
    if (!classesOf(element).includes('mermaid')) return null
    const source = textOf(element)
    const drawing = this.#frame.drawings.get(source)
    const facts = { name: this.#frame.diagramName, description: source, pixels: 2 }
    const picture = drawing ? pictureRun(drawing, facts) : null
    return picture && new Paragraph({ alignment: AlignmentType.CENTER, children: [picture] })
  }

  #list({ name, attribs, children }: Element, place: Place): Block[] {
    const level = Math.min(place.depth, DEEPEST_LEVEL)
    const start = this.#startOf(attribs['start'])
    const numbering =
      name === 'ul'
        ? { reference: BULLETS, level }
        : { reference: numbersFrom(start), level, instance: (this.#book.lists += 1) }
    return children.flatMap((item) => {
      if (!isElement(item)) return []
      const hasBox = classesOf(item).includes('task-list-item')
      return this.of(item.children, { ...place, depth: place.depth + 1, numbering: hasBox ? undefined : numbering })
    })
  }

  #startOf(typed: string | undefined): number {
    const start = /^\d{1,6}$/.test(typed ?? '') ? Number(typed) : 1
    if (!this.#book.starts.has(start) && this.#book.starts.size >= MOST_STARTS) return 1
    this.#book.starts.add(start)
    return start
  }

  #table(table: Element, place: Place): Block[] {
    const letters = new ColumnWidths()
    const rows = rowsOf(table, letters)
    const columns = rows.reduce((most, { width }) => Math.max(most, width), 0)
    if (columns === 0)
      return this.of(
        table.children.filter(isElement).flatMap((each) => each.children),
        place,
      )
    // If the table is too wide, rows become lines of text.
    if (columns > MOST_COLUMNS)
      return rows.flatMap(({ cells }) => cells.flatMap((cell) => this.of(cell.children, place)))
    const caption = table.children.find((node) => isElement(node) && node.name === 'caption')
    const left = leftOf(place)
    const grid = { left, widths: letters.within(TEXT_WIDTH - left, columns) }
    const parts = partsOf(rows)
    const made = parts.length === 1 ? [this.#tableOf(rows, grid)] : joinedTable(this.#written(parts, grid))
    return [...(caption ? this.of([caption], place) : []), ...made, gap()]
  }

  *#written(parts: readonly (readonly Row[])[], grid: Grid): Generator<string> {
    const rows = new RepeatedXml()
    for (const part of parts) {
      yield part.some(({ spansRows }) => spansRows)
        ? this.#book.write([this.#tableOf(part, grid)])
        : this.#repeatedPart(part, grid, rows)
    }
  }

  /** The same XML, with as few objects of docx as possible. */
  #repeatedPart(part: readonly Row[], grid: Grid, repeated: RepeatedXml): string {
    const written = (row: ShownRow, contentOf?: (cell: Element) => string): string =>
      this.#book.write([this.#tableOf([row], grid, contentOf)])
    const rows = part.map((row) => {
      const { cells } = row
      const kinds = cells.map((cell) => [cell.name, alignmentOf(cell).alignment, spansOf(cell, 1).columnSpan].join(' '))
      const contents = cells.map((cell) => this.#contentOf(cell))
      return repeated.with([row.isHead, ...kinds].join(), contents, () => rowsWithin(written(row, () => DIFFERENT)))
    })
    const [first] = part
    return first ? withRows(written({ isHead: first.isHead, cells: [] }), rows.join('')) : ''
  }

  #tableOf(
    rows: readonly ShownRow[],
    { widths, left }: Grid,
    contentOf = (cell: Element): string => this.#contentOf(cell),
  ): Table {
    return new Table({
      width: { size: TEXT_WIDTH - left, type: WidthType.DXA },
      ...(left > 0 ? { indent: { size: left, type: WidthType.DXA } } : {}),
      columnWidths: widths,
      borders: BORDERS,
      margins: { left: 100, right: 100 },
      rows: rows.map((row, at) => this.#row(row, rows.length - at, contentOf)),
    })
  }

  #row({ cells, isHead }: ShownRow, rowsLeft: number, contentOf: (cell: Element) => string): TableRow {
    const made = cells.map((cell) => {
      const { columnSpan, rowSpan } = spansOf(cell, rowsLeft)
      return new TableCell({
        columnSpan,
        rowSpan,
        ...(cell.name === 'th' ? { shading: { type: 'clear', fill: 'F0F2F6' } } : {}),
        // As text, which takes a tenth of the memory: a table may have a hundred thousand cells.
        children: [new WrittenBlocks(contentOf(cell), alignmentOf(cell))],
      })
    })
    // Some programs treat a row with either property as if it were true. LibreOffice 7 loses all rows after a heading at
    // the end of a page that must not be split.
    return new TableRow({ ...(isHead ? { tableHeader: true } : { cantSplit: true }), children: made })
  }

  /** What is in a cell, as XML. */
  #contentOf(cell: Element): string {
    const aligned = alignmentOf(cell)
    const place = { style: cell.name === 'th' ? 'CellHead' : 'Cell', depth: 0, numbering: undefined, ...aligned }
    const blocksOf = (nodes: readonly Node[]): readonly Block[] => {
      const blocks = this.of(nodes, place)
      return blocks.at(-1) instanceof Paragraph ? blocks : [...blocks, new Paragraph('')]
    }
    const text = plainText(cell)
    if (text === null) return this.#book.write(blocksOf(cell.children))
    const kind = [place.style, aligned.alignment, text === ''].join(' ')
    const sample = (): string => this.#book.write(blocksOf(withText(cell, text === '' ? '' : DIFFERENT).children))
    return this.#book.texts.with(kind, text === '' ? [] : [escaped(text)], sample)
  }
}

/** As text in these lists. */
const inLists = (depth: number): number => 420 * Math.min(depth, DEEPEST_LEVEL + 1)

/** How far from the left a table or code stands, as the text around it; a style indents only its own paragraphs. */
const leftOf = ({ depth, style }: Place): number => inLists(depth) || (style === 'Quoted' ? QUOTED_LEFT : 0)

const indentOf = (left: number): Pick<IParagraphOptions, 'indent'> => (left > 0 ? { indent: { left } } : {})

const line = { style: BorderStyle.SINGLE, size: 4, color: LINE_COLOR }
const BORDERS = { top: line, bottom: line, left: line, right: line, insideHorizontal: line, insideVertical: line }

/** Separates adjacent blocks that Word would put into the same frame. */
const gap = (): Paragraph => new Paragraph({ spacing: { after: 0, line: 160, lineRule: 'exact' } })

/** The line break at the end of code is not a line of its own. */
function withoutLastLine(nodes: readonly Node[]): readonly Node[] {
  const last = nodes.at(-1)
  if (last && isElement(last)) last.children = [...withoutLastLine(last.children)] as typeof last.children
  else if (last && isText(last)) last.data = last.data.replace(/\r?\n$/, '')
  return nodes
}

const rule = (): Paragraph =>
  new Paragraph({ border: { bottom: { style: BorderStyle.SINGLE, size: 6, color: LINE_COLOR, space: 1 } } })

const isInline = (element: Element): boolean => INLINE.has(element.name)

/** Whether it produces any output. */
const isShown = (node: Node): boolean => {
  if (!isElement(node)) return isText(node) && wordText(node.data).trim() !== ''
  return ['img', 'input', 'br'].includes(node.name) || node.attribs['id'] !== undefined || textOf(node).trim() !== ''
}

function alignmentOf({ attribs }: Element): Pick<Place, 'alignment'> {
  const [, side = attribs['align']] = /text-align:\s*(left|right|center)/.exec(attribs['style'] ?? '') ?? []
  if (side === 'right') return { alignment: AlignmentType.RIGHT }
  if (side === 'center') return { alignment: AlignmentType.CENTER }
  return side === 'left' ? { alignment: AlignmentType.LEFT } : {}
}
