import { areaAt, cellAt } from '../addresses.ts'
import { cellLink, linkOf } from '../cell-link.ts'
import { apart } from '../read-workbook.ts'
import { formulaIn } from '../formula/parsed.ts'
import { withReferences } from '../formula/references.ts'
import {
  columnOf,
  extentOf,
  isSameStyle,
  isWithin,
  placeOf,
  PLAIN,
  rowOf,
  SHEET_LIMITS,
  type Area,
  type Cell,
  type CellStyle,
  type Hidden,
  type Sheet,
  type Workbook,
} from '../workbook.ts'
import { followXml } from './follow-xml.ts'
import { typedFormula } from './excel-functions.ts'
import { typedValue } from '../formula/value.ts'
import { countDrawn, Losses, LOST_OF_SHEET } from './losses.ts'
import { isDateFormat } from './number-formats.ts'
import { rotatedStyles, stylesIn } from './read-styles.ts'
import { themeColors } from './theme-colors.ts'
import { textIn } from './written-text.ts'
import { BrokenZip, unzipped } from './zip.ts'

/** Not everything in a file is read, e.g. no pictures; its folders may have any name. */
const IS_READ =
  /^(?:_rels\/\.rels|[^/]+\/(?:(?:_rels\/)?[^/]+|(?:theme|comments|drawings)\/[^/]+\.xml|worksheets\/(?:_rels\/)?[^/]+))$/i

/** Of all cells together: thousands of them may share a long text. A page holds much less. */
const MOST_LENGTH = 50_000_000

/** It exceeds the limits of sheets here, so that something would be lost. */
export class TooLargeWorkbook extends Error {}

interface ReadXlsx extends Workbook {
  /** What the file has, and the sheets have not. */
  readonly losses: Losses
}

/**
 * The sheets of an `.xlsx`: values, formulas, formats, merges, sizes and links of cells. Active content such as macros,
 * and formulas that refer to other files or servers, are omitted. @throws BrokenZip, TooLargeWorkbook
 */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<ReadXlsx> {
  const files = await unzipped(bytes, (path) => IS_READ.test(path))
  // Other programs do not care about the case of names.
  const named = new Map([...files].map(([path, text]) => [path.toLowerCase(), text]))
  const fileAt = (path: string): string => named.get(path.toLowerCase()) ?? ''
  const main = relationsOf('', fileAt).find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml'
  if (fileAt(main) === '') throw new BrokenZip('it is no workbook')
  const relations = relationsOf(main, fileAt)
  const partOf = (type: string): string => fileAt(relations.find((each) => each.type === type)?.path ?? '')
  const found: { readonly name: string; readonly path: string; readonly isHidden: boolean }[] = []
  const losses = new Losses()
  if (relations.some(({ type }) => type === 'vbaProject')) losses.add('macros')
  let isFrom1904 = false
  followXml(fileAt(main), {
    open(name, attributes) {
      // Those that Excel makes for itself are about printing and filters.
      if (name === 'definedName' && !attributes['name']?.startsWith('_xlnm.')) losses.add('definedNames')
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name !== 'sheet') return
      const { type, path = '' } = relations.find(({ id }) => id === attributes['r:id']) ?? {}
      // A chart alone on a sheet has no cells.
      if (type !== undefined && type !== 'worksheet') return losses.add('charts')
      if (found.length >= SHEET_LIMITS.sheets) throw new TooLargeWorkbook()
      found.push({ name: attributes['name'] ?? '', path, isHidden: (attributes['state'] ?? 'visible') !== 'visible' })
    },
  })
  const shared = sharedTexts(partOf('sharedStrings'), losses)
  const styles = stylesIn(partOf('styles'), themeColors(partOf('theme')))
  const rotated = rotatedStyles(partOf('styles'))
  const framed = new Set(
    styles.filter((style) => style.borders !== '' && isSameStyle({ ...style, borders: '' }, PLAIN)),
  )
  const tools = {
    shared,
    styles,
    rotated,
    framed,
    losses,
    isFrom1904,
    room: { cells: SHEET_LIMITS.cells, length: MOST_LENGTH },
    frames: [],
  }
  const workbook = {
    losses,
    sheets: found.map((sheet) => {
      const around = relationsOf(sheet.path, fileAt)
      countBeside(around, fileAt, losses)
      return sheetIn(sheet, fileAt(sheet.path), { ...tools, addresses: linkedAddresses(around) })
    }),
  }
  addFrames(tools)
  return workbook
}

/** Cells of nothing but borders come last: whole columns may have them, and no text must be left out for them. */
function addFrames({ frames, room, losses }: Pick<Tools, 'frames' | 'room' | 'losses'>): void {
  losses.add('borders', frames.length - Math.max(0, room.cells))
  for (const { cells, place, cell } of frames.slice(0, Math.max(0, room.cells))) cells.set(place, cell)
}

interface Relation {
  readonly id: string
  /** The last part of its name, such as `worksheet`. */
  readonly type: string
  /** Of the file; an address elsewhere as it is written. */
  readonly path: string
}

/** What a file of the package refers to; '' stands for the package. */
function relationsOf(path: string, fileAt: (path: string) => string): readonly Relation[] {
  const slash = path.lastIndexOf('/') + 1
  const [folder, name] = [path.slice(0, slash), path.slice(slash)]
  const relations: Relation[] = []
  followXml(fileAt(`${folder}_rels/${name}.rels`), {
    open(tag, { Id = '', Type = '', Target = '', TargetMode = '' }) {
      if (tag !== 'Relationship') return
      const inside = Target.startsWith('/') ? Target.slice(1) : `${folder}${Target}`
      relations.push({
        id: Id,
        type: Type.slice(Type.lastIndexOf('/') + 1),
        path: TargetMode === 'External' ? Target : withoutSteps(inside),
      })
    },
  })
  return relations
}

/** `xl/media/a` for `xl/worksheets/../media/a`. */
function withoutSteps(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** The addresses that links of a sheet lead to, by the id of their relation. */
const linkedAddresses = (relations: readonly Relation[]): ReadonlyMap<string, string> =>
  new Map(relations.flatMap(({ id, type, path: to }) => (type === 'hyperlink' ? [[id, to]] : [])))

/** What lies on a sheet or belongs to it, in files of its own. */
function countBeside(relations: readonly Relation[], fileAt: (path: string) => string, losses: Losses): void {
  for (const { type, path } of relations) {
    if (type === 'pivotTable') losses.add('pivotTables')
    if (type === 'comments')
      followXml(fileAt(path), { open: (name) => void (name === 'comment' && losses.add('comments')) })
    if (type === 'drawing') followXml(fileAt(path), countDrawn(losses))
  }
}

function sharedTexts(xml: string, losses: Losses): readonly string[] {
  const texts: string[] = []
  let [text, isText] = ['', false]
  let hasRuns = false
  followXml(xml, {
    open(name) {
      if (name === 'si') [text, hasRuns] = ['', false]
      if (name === 'rPr') hasRuns = true
      isText = name === 't'
    },
    text: (piece) => void (isText && (text += piece)),
    close(name) {
      isText = false
      if (name === 'si') texts.push(textIn(text))
      if (name === 'si' && hasRuns) losses.add('textRuns')
    },
  })
  return texts
}

interface Tools {
  readonly shared: readonly string[]
  readonly styles: readonly CellStyle[]
  /** The numbers of those whose texts are turned. */
  readonly rotated: ReadonlySet<number>
  readonly losses: Losses
  /** Those of nothing but borders. */
  readonly framed: ReadonlySet<CellStyle>
  /** The empty cells that have one of those, with the cells of their sheet. */
  readonly frames: { readonly cells: Map<number, Cell>; readonly place: number; readonly cell: Cell }[]
  /** Days are counted from 1904 instead of 1900. */
  readonly isFrom1904: boolean
  /** Of links, by the id of their relation. */
  readonly addresses: ReadonlyMap<string, string>
  /** What remains for all sheets together, in cells and in UTF-16 units of their texts. */
  readonly room: { cells: number; length: number }
}

interface OpenCell {
  /** Null beyond the end of a sheet. */
  readonly place: number | null
  readonly type: string
  readonly style: CellStyle
  value: string
  /** Null for a cell without one. */
  formula: OpenFormula | null
}
interface OpenFormula {
  text: string
  /** The range of cells that share it; null for one of its own. */
  readonly share: string | null
  /** It calculates with whole ranges, and may fill several cells. */
  readonly isArray: boolean
}
/** The cell and text of a shared formula, by its number. */
type Shares = Map<string, { readonly text: string; readonly place: number }>

function sheetIn(
  { name, isHidden }: { readonly name: string; readonly isHidden: boolean },
  xml: string,
  tools: Tools,
): Sheet {
  const cells = new Map<number, Cell>()
  const merges: Area[] = []
  const widths = new Map<number, number>()
  const heights = new Map<number, number>()
  const hidden = { isSheet: isHidden, rows: new Set<number>(), columns: new Set<number>() }
  let frozen = { rows: 0, columns: 0 }
  let [row, column] = [-1, -1]
  let cell: OpenCell | null = null
  let part: 'value' | 'formula' | null = null
  const shares: Shares = new Map()
  const links: { readonly area: Area; readonly address: string }[] = []
  followXml(xml, {
    open(tag, attributes) {
      part = null
      const loss = LOST_OF_SHEET[tag]
      if (loss) tools.losses.add(loss)
      if (tag === 'row') {
        row = attributes['r'] === undefined ? row + 1 : Number(attributes['r']) - 1
        column = -1
        const height = Number(attributes['ht'])
        if (height > 0 && attributes['customHeight'] === '1') heights.set(row, Math.round((height * 4) / 3))
        if ((isSet(attributes['hidden']) || height === 0) && isWithin(row, 0)) hidden.rows.add(row)
      } else if (tag === 'c') {
        const at = cellAt(attributes['r'] ?? '')
        column = at?.column ?? column + 1
        const isPlaced = attributes['r'] === undefined || at !== null
        cell = {
          place: isPlaced && isWithin(at?.row ?? row, column) ? placeOf(at?.row ?? row, column) : null,
          ...{ type: attributes['t'] ?? 'n', value: '', formula: null },
          style: tools.styles[Number(attributes['s'] ?? 0)] ?? PLAIN,
        }
        if (tools.rotated.has(Number(attributes['s'] ?? 0))) tools.losses.add('rotations')
      } else if (tag === 'v' || tag === 't') part = 'value'
      else if (tag === 'f') {
        part = 'formula'
        const kind = attributes['t']
        const share = kind === 'shared' ? (attributes['si'] ?? null) : null
        if (cell) cell.formula = { text: '', share, isArray: kind === 'array' }
      } else if (tag === 'mergeCell') {
        const area = areaAt(attributes['ref'] ?? '')
        if (area) merges.push(area)
      } else if (tag === 'hyperlink') {
        const area = areaAt(attributes['ref'] ?? '')
        const address = linkedAddress(attributes, tools.addresses)
        if (area && address !== '' && links.length < SHEET_LIMITS.links) links.push({ area, address })
        else tools.losses.add('links')
      } else if (tag === 'col') readColumns(attributes, widths, hidden.columns)
      else if (tag === 'pane' && attributes['state'] === 'frozen')
        frozen = { rows: count(attributes['ySplit']), columns: count(attributes['xSplit']) }
    },
    text(piece) {
      if (cell && part === 'value') cell.value += piece
      else if (cell?.formula && part === 'formula') cell.formula.text += piece
    },
    close(tag) {
      part = null
      if (tag !== 'c' || !cell) return
      const made = cellOf(cell, tools, shares)
      if (made.text === '' && tools.framed.has(made.style)) {
        if (cell.place !== null && tools.frames.length < SHEET_LIMITS.cells)
          tools.frames.push({ cells, place: cell.place, cell: made })
        cell = null
        return
      }
      const isFilled = made.text !== '' || (made.style !== PLAIN && cell.place !== null)
      if (isFilled) tools.room.cells -= 1
      if (isFilled && (cell.place === null || tools.room.cells < 0)) throw new TooLargeWorkbook()
      if (isFilled && cell.place !== null) cells.set(cell.place, made)
      cell = null
    },
  })
  for (const { area, address } of links) addLink(cells, area, address)
  const sheet = { name: name.slice(0, SHEET_LIMITS.nameLength), cells, merges: apart(merges), widths, heights, frozen }
  return { ...sheet, hidden: withinExtent(hidden, extentOf(sheet)) }
}

const isSet = (flag: string | undefined): boolean => flag === '1' || flag === 'true'

/** People often hide all rows and columns that a sheet does not need. */
const withinExtent = ({ isSheet, rows, columns }: Hidden, extent: ReturnType<typeof extentOf>): Hidden => ({
  isSheet,
  rows: new Set([...rows].filter((row) => row < extent.rows)),
  columns: new Set([...columns].filter((column) => column < extent.columns)),
})

/** The place within the other document is beside its address. */
const linkedAddress = (attributes: Readonly<Record<string, string>>, addresses: Tools['addresses']): string => {
  const address = addresses.get(attributes['r:id'] ?? '') ?? ''
  const whole = attributes['location'] && !address.includes('#') ? `${address}#${attributes['location']}` : address
  return cellLink(whole)
}

/** Most links belong to one cell; in a range, they belong to each cell with a text in its first column. */
function addLink(cells: Map<number, Cell>, { top, left, bottom }: Area, address: string): void {
  for (let row = top; row <= Math.min(bottom, top + LONGEST_LINK); row += 1) {
    const cell = cells.get(placeOf(row, left))
    if (cell && cell.text !== '') cells.set(placeOf(row, left), { ...cell, link: address })
  }
}
const LONGEST_LINK = 1_000

const count = (text: string | undefined): number => Math.min(1_000, Math.max(0, Math.trunc(Number(text ?? 0)) || 0))

function readColumns(
  { min = '', max = '', width = '', hidden }: Readonly<Record<string, string>>,
  widths: Map<number, number>,
  hiddenColumns: Set<number>,
): void {
  const isHidden = isSet(hidden) || Number(width || 1) === 0
  const pixels = Math.round(Number(width) * 7 + 5)
  const isMeasured = Number(width) > 0 && pixels <= 2_000
  // A file may set the width of all possible columns.
  const first = Math.max(0, Math.trunc(Number(min)) - 1) || 0
  for (let column = first; column < Math.min(Number(max), SHEET_LIMITS.columns); column += 1) {
    if (isMeasured) widths.set(column, pixels)
    if (isHidden) hiddenColumns.add(column)
  }
}

function cellOf(cell: OpenCell, tools: Tools, shares: Shares): Cell {
  const { type, style, value } = cell
  const text = type === 's' ? (tools.shared[Number(value)] ?? '') : type === 'b' ? booleanText(value) : value
  tools.room.length -= text.length
  if (tools.room.length < 0) throw new TooLargeWorkbook()
  const lines = (type === 'inlineStr' || type === 'str' ? textIn(text) : text).replaceAll(/\r\n?/g, '\n')
  const formula = typedFormula(formulaOf(cell, shares))
  const link = formula === '' ? '' : linkOf({ text: `=${formula}`, style })
  // One with a link only shows its text, and becomes that.
  if (link !== '' && lines !== '') return { text: lines, style: textStyle(lines, style), link }
  // One that is calculated cell by cell here may have another result.
  const isArray = cell.formula?.isArray === true
  if (formula !== '' && !isArray && formulaIn(`=${formula}`)) return { text: `=${formula}`, style }
  // An unsupported one is replaced by its result.
  if (formula !== '') tools.losses.add(isArray ? 'arrayFormulas' : 'formulas')
  if (type === 'b') return { text: lines, style }
  if (type !== 'n' || value === '') return { text: lines, style: textStyle(lines, style) }
  const number = Number(value) + (tools.isFrom1904 && isDateFormat(style.format) ? DAYS_TO_1904 : 0)
  return { text: Number.isFinite(number) ? String(Number(number.toPrecision(15))) : lines, style }
}

const booleanText = (value: string): string => (value === '1' || value === 'true' ? 'TRUE' : 'FALSE')
/** A text of Excel stays one where it would be a formula, a number or a truth here, which sums count and formats change. */
const textStyle = (text: string, style: CellStyle): CellStyle =>
  text.startsWith('=') || isValue(text, style) ? { ...style, format: 'text' } : style

function isValue(text: string, { format }: CellStyle): boolean {
  const value = typedValue(text)
  return typeof value === 'boolean' || (typeof value === 'number' && (String(value) === text || format !== ''))
}

/** From Excel's day 0 to that of 1904. */
const DAYS_TO_1904 = 1_462

/** Excel stores a formula that was copied to many cells once, at its first cell. */
function formulaOf({ formula, place }: OpenCell, shares: Shares): string {
  if (formula === null || place === null) return ''
  const { text, share } = formula
  if (share === null) return text
  if (text !== '') shares.set(share, { text, place })
  const first = shares.get(share)
  if (!first || first.place === place) return text
  const [rows, columns] = [rowOf(place) - rowOf(first.place), columnOf(place) - columnOf(first.place)]
  return withReferences(first.text, ({ row, column, isRowFixed, isColumnFixed }) => ({
    row: isRowFixed ? row : row + rows,
    column: isColumnFixed ? column : column + columns,
  }))
}
