import { areaAt, cellAt } from '../addresses.ts'
import { apart } from '../read-workbook.ts'
import { formulaIn } from '../formula/parsed.ts'
import { withReferences } from '../formula/references.ts'
import {
  columnOf,
  isWithin,
  placeOf,
  PLAIN,
  rowOf,
  SHEET_LIMITS,
  type Area,
  type Cell,
  type CellStyle,
  type Sheet,
  type Workbook,
} from '../workbook.ts'
import { followXml } from './follow-xml.ts'
import { stylesIn } from './read-styles.ts'
import { BrokenZip, unzipped } from './zip.ts'

const IS_READ =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/i

/** It exceeds the limits of sheets here, so that something would be lost. */
export class TooLargeWorkbook extends Error {}

/**
 * The sheets of an `.xlsx`: values, formulas, formats, merges and sizes. Active content such as macros, and links to
 * other files or servers, are omitted. @throws BrokenZip, TooLargeWorkbook
 */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<Workbook> {
  const files = await unzipped(bytes, (path) => IS_READ.test(path))
  const fileAt = (path: string): string => files.get(path) ?? ''
  if (fileAt('xl/workbook.xml') === '') throw new BrokenZip('it is no workbook')
  const targets = new Map<string, string>()
  followXml(fileAt('xl/_rels/workbook.xml.rels'), {
    open: (name, { Id = '', Target = '' }) => void (name === 'Relationship' && targets.set(Id, Target)),
  })
  const found: { readonly name: string; readonly path: string }[] = []
  followXml(fileAt('xl/workbook.xml'), {
    open(name, attributes) {
      const target = targets.get(attributes['r:id'] ?? '') ?? ''
      if (name === 'sheet' && found.length >= SHEET_LIMITS.sheets) throw new TooLargeWorkbook()
      if (name === 'sheet')
        found.push({ name: attributes['name'] ?? '', path: target.startsWith('/') ? target.slice(1) : `xl/${target}` })
    },
  })
  const shared = sharedTexts(fileAt('xl/sharedStrings.xml'))
  const styles = stylesIn(fileAt('xl/styles.xml'))
  const room = { cells: SHEET_LIMITS.cells as number }
  return { sheets: found.map(({ name, path }) => sheetIn(name, fileAt(path), { shared, styles, room })) }
}

function sharedTexts(xml: string): readonly string[] {
  const texts: string[] = []
  let [text, isText, isReading] = ['', false, false]
  followXml(xml, {
    open(name) {
      if (name === 'si') text = ''
      // The pronunciation of a text is stored beside it.
      if (name === 'rPh') isReading = true
      isText = name === 't' && !isReading
    },
    text: (piece) => void (isText && (text += piece)),
    close(name) {
      isText = false
      if (name === 'rPh') isReading = false
      if (name === 'si') texts.push(text)
    },
  })
  return texts
}

interface Tools {
  readonly shared: readonly string[]
  readonly styles: readonly CellStyle[]
  /** The remaining number of cells for all sheets together. */
  readonly room: { cells: number }
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
}
/** The cell and text of a shared formula, by its number. */
type Shares = Map<string, { readonly text: string; readonly place: number }>

function sheetIn(name: string, xml: string, tools: Tools): Sheet {
  const cells = new Map<number, Cell>()
  const merges: Area[] = []
  const widths = new Map<number, number>()
  const heights = new Map<number, number>()
  let frozen = { rows: 0, columns: 0 }
  let [row, column] = [-1, -1]
  let cell: OpenCell | null = null
  let part: 'value' | 'formula' | null = null
  const shares: Shares = new Map()
  followXml(xml, {
    open(tag, attributes) {
      part = null
      if (tag === 'row') {
        row = attributes['r'] === undefined ? row + 1 : Number(attributes['r']) - 1
        column = -1
        const height = Number(attributes['ht'])
        if (height > 0 && attributes['customHeight'] === '1') heights.set(row, Math.round((height * 4) / 3))
      } else if (tag === 'c') {
        const at = cellAt(attributes['r'] ?? '')
        column = at?.column ?? column + 1
        const isPlaced = attributes['r'] === undefined || at !== null
        cell = {
          place: isPlaced && isWithin(at?.row ?? row, column) ? placeOf(at?.row ?? row, column) : null,
          ...{ type: attributes['t'] ?? 'n', value: '', formula: null },
          style: tools.styles[Number(attributes['s'] ?? 0)] ?? PLAIN,
        }
      } else if (tag === 'v' || tag === 't') part = 'value'
      else if (tag === 'f') {
        part = 'formula'
        if (cell) cell.formula = { text: '', share: attributes['t'] === 'shared' ? (attributes['si'] ?? null) : null }
      } else if (tag === 'mergeCell') {
        const area = areaAt(attributes['ref'] ?? '')
        if (area) merges.push(area)
      } else if (tag === 'col') columnWidths(attributes, widths)
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
      const made = cellOf(cell, tools.shared, shares)
      const isFilled = made.text !== '' || (made.style !== PLAIN && cell.place !== null)
      if (isFilled) tools.room.cells -= 1
      if (isFilled && (cell.place === null || tools.room.cells < 0)) throw new TooLargeWorkbook()
      if (isFilled && cell.place !== null) cells.set(cell.place, made)
      cell = null
    },
  })
  return { name: name.slice(0, SHEET_LIMITS.nameLength), cells, merges: apart(merges), widths, heights, frozen }
}

const count = (text: string | undefined): number => Math.min(1_000, Math.max(0, Math.trunc(Number(text ?? 0)) || 0))

function columnWidths(
  { min = '', max = '', width = '' }: Readonly<Record<string, string>>,
  widths: Map<number, number>,
): void {
  const pixels = Math.round(Number(width) * 7 + 5)
  if (!(pixels >= 1 && pixels <= 2_000)) return
  // A file may set the width of all possible columns.
  const first = Math.max(0, Math.trunc(Number(min)) - 1) || 0
  for (let column = first; column < Math.min(Number(max), SHEET_LIMITS.columns); column += 1) widths.set(column, pixels)
}

function cellOf(cell: OpenCell, shared: readonly string[], shares: Shares): Cell {
  const { type, style, value } = cell
  const text = type === 's' ? (shared[Number(value)] ?? '') : type === 'b' ? (value === '1' ? 'TRUE' : 'FALSE') : value
  const lines = text.replaceAll('\r\n', '\n')
  const formula = formulaOf(cell, shares)
  // An unsupported one is replaced by its result.
  if (formula !== '' && formulaIn(`=${formula}`)) return { text: `=${formula}`, style }
  if (type !== 'n' || value === '')
    return { text: lines, style: lines.startsWith('=') ? { ...style, format: 'text' } : style }
  const number = Number(value)
  return { text: Number.isFinite(number) ? String(Number(number.toPrecision(15))) : lines, style }
}

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
