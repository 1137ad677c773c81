import type { Language } from '#core/plugin.ts'
import { linkAddress, type LinkedText } from '#plugins/format-tools/api.ts'
import { BrokenFile } from '../thread/reader.ts'
import { NOTHING } from '../markdown-table.ts'
import { fillMerges, firstFrom, type Area, type SheetRow } from './merged-cells.ts'
import type { NumberLook, Sheet, Workbook } from './workbook.ts'
import { followXml } from './xml-events.ts'

const MOST_ROWS = 100_000
const MOST_COLUMNS = 256
/** Of all sheets together: a few bytes in a file can repeat a text many times, or refer to a cell far to the right. */
const MOST_CELLS = 1_000_000
const MOST_LENGTH = 50_000_000

const SAID = {
  en: {
    rows: (path: string) => `${path} has more than ${MOST_ROWS} rows`,
    columns: (path: string) => `${path} has more than ${MOST_COLUMNS} columns`,
    cells: `it has more than ${MOST_CELLS.toLocaleString('en')} cells`,
    long: `its cells hold more than ${MOST_LENGTH.toLocaleString('en')} characters`,
  },
  'zh-cn': {
    rows: (path: string) => `${path} 超过 ${MOST_ROWS} 行`,
    columns: (path: string) => `${path} 超过 ${MOST_COLUMNS} 列`,
    cells: `单元格超过 ${MOST_CELLS.toLocaleString('en')} 个`,
    long: `单元格内容超过 ${MOST_LENGTH.toLocaleString('en')} 个字符`,
  },
} as const

/** Counts the cells of a workbook. @throws BrokenFile when there are more than can be shown */
export class SheetRoom {
  readonly #language: Language
  #cells = 0
  #length = 0

  constructor(language: Language) {
    this.#language = language
  }

  take(row: readonly LinkedText[]): void {
    this.#cells += row.length
    for (const { text, address } of row) this.#length += text.length + address.length
    if (this.#cells > MOST_CELLS) throw new BrokenFile(SAID[this.#language].cells)
    if (this.#length > MOST_LENGTH) throw new BrokenFile(SAID[this.#language].long)
  }
}

interface ShownRows {
  readonly shown: readonly (readonly LinkedText[])[]
  /** How many with a text were left out. */
  readonly hidden: { readonly rows: number; readonly columns: number }
  /** @param address of a cell, e.g. `B2` */
  isHiddenAt(address: string): boolean
}

/** The rows of a sheet as displayed, without empty and hidden ones. @throws BrokenFile */
export function rowsOf(sheet: Sheet, workbook: Workbook, language: Language, room: SheetRoom): ShownRows {
  const { part } = sheet
  const hiddenColumns = new Set<number>()
  const hiddenRows = new Set<number>()
  const rows: SheetRow[] = []
  const merges: Area[] = []
  const links: Link[] = []
  let row: LinkedText[] = []
  /** The number of the row, and the column of a cell without an address. */
  let [number, next] = [-1, 0]
  let isHidden = false
  let cell: { readonly column: number; readonly type: string; readonly look: NumberLook } | null = null
  let [value, isValue] = ['', false]
  followXml(part, language, {
    open(name, attributes) {
      const { r = '', t = 'n', s = '0' } = attributes
      if (name === 'row') {
        ;[row, next] = [[], 0]
        number = /^\d{1,7}$/.test(r) ? Number(r) - 1 : number + 1
        isHidden = isSet(attributes['hidden']) || Number(attributes['ht'] ?? 1) === 0
        if (isHidden) hiddenRows.add(number)
      } else if (name === 'col' && (isSet(attributes['hidden']) || Number(attributes['width'] ?? 1) === 0)) {
        const last = Math.min(Number(attributes['max'] ?? 0), MOST_COLUMNS)
        for (let column = Math.max(1, Number(attributes['min'] ?? 0)); column <= last; column += 1)
          hiddenColumns.add(column - 1)
      } else if (name === 'c') {
        const column = r === '' ? next : columnOf(r)
        next = column + 1
        cell = { column, type: t, look: workbook.looks[Number(s)] ?? 'number' }
        value = ''
      } else if (name === 'mergeCell') {
        const area = areaIn(attributes['ref'] ?? '')
        if (area && area.bottom > area.top) merges.push(area)
      } else if (name === 'hyperlink') {
        const area = areaIn(attributes['ref'] ?? '')
        if (area) links.push({ area, id: attributes['r:id'] ?? '', location: attributes['location'] ?? '' })
      }
      isValue = cell !== null && (name === 'v' || name === 't')
    },
    text(piece) {
      if (isValue) value += piece
    },
    close(name) {
      isValue = false
      if (name === 'c' && cell !== null) {
        const text = shown(value, cell.type, cell.look, workbook)
        // Cells that only have a style often extend to the last possible column.
        if (text !== '') {
          if (cell.column >= MOST_COLUMNS) throw new BrokenFile(SAID[language].columns(part?.path ?? ''))
          while (row.length < cell.column) row.push(NOTHING)
          row[cell.column] = { text, address: '' }
        }
        cell = null
      }
      if (name !== 'row' || row.every(({ text }) => text.trim() === '')) return
      if (rows.length >= MOST_ROWS) throw new BrokenFile(SAID[language].rows(part?.path ?? ''))
      room.take(row)
      rows.push({ number, isHidden, cells: row })
    },
  })
  addLinks(rows, links, addressesIn(sheet, language))
  fillMerges(rows, merges, (added) => room.take(added))
  const isHiddenAt = (address: string): boolean => {
    const area = areaIn(address)
    return area === null || hiddenRows.has(area.top) || hiddenColumns.has(area.left)
  }
  return { ...withoutHidden(rows, hiddenColumns), isHiddenAt }
}

const isSet = (flag: string | undefined): boolean => flag === '1' || flag === 'true'

function withoutHidden(rows: readonly SheetRow[], hidden: ReadonlySet<number>): Omit<ShownRows, 'isHiddenAt'> {
  const visible = rows.filter(({ isHidden }) => !isHidden)
  const lost = new Set<number>()
  const shown = visible.map(({ cells }) => {
    for (const column of hidden) if ((cells[column]?.text ?? '') !== '') lost.add(column)
    return hidden.size === 0 ? cells : cells.filter((_, column) => !hidden.has(column))
  })
  return { shown, hidden: { rows: rows.length - visible.length, columns: lost.size } }
}

interface Link {
  readonly area: Area
  /** Of the relation with its address. */
  readonly id: string
  /** A place in what it leads to. */
  readonly location: string
}

/** Of a link that belongs to several cells, the first one has it. */
function addLinks(rows: readonly SheetRow[], links: readonly Link[], addresses: ReadonlyMap<string, string>): void {
  for (const { area, id, location } of links) {
    const target = addresses.get(id) ?? ''
    const address = linkAddress(location === '' || target.includes('#') ? target : `${target}#${location}`)
    const row = rows[firstFrom(rows, area.top)]
    const cell = row?.number === area.top ? row.cells[area.left] : undefined
    if (row && cell && address !== '') row.cells[area.left] = { ...cell, address }
  }
}

function addressesIn({ relations }: Sheet, language: Language): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>()
  followXml(relations, language, {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name === 'Relationship' && Type.endsWith('/hyperlink')) addresses.set(Id, Target)
    },
  })
  return addresses
}

const ADDRESS = /^([A-Z]{1,3})([1-9]\d{0,6})(?::([A-Z]{1,3})([1-9]\d{0,6}))?$/i

/** The cells of `A1:C3`; of one beyond the columns that are read, none. */
function areaIn(text: string): Area | null {
  const [, from = '', top = '', , bottom = top] = ADDRESS.exec(text) ?? []
  if (from === '' || columnOf(from) >= MOST_COLUMNS) return null
  return { top: Number(top) - 1, left: columnOf(from), bottom: Number(bottom) - 1 }
}

/** 0 for `A`. */
function columnOf(address: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/i.exec(address)?.[0].toUpperCase() ?? 'A')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function shown(value: string, type: string, look: NumberLook, workbook: Workbook): string {
  if (value === '') return ''
  if (type === 's') return workbook.texts[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n') return value
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  if (look === 'percent') return `${Number((number * 100).toPrecision(12))}%`
  return look === 'number' ? String(Number(number.toPrecision(15))) : dateText(number, look, workbook.isFrom1904)
}

const DAY_MS = 86_400_000
/** From Excel's day 0 to 1970; Excel's year 1900 has one day too many. */
const DAYS_TO_1970 = 25_569
const DAYS_TO_1904 = 1_462

function dateText(days: number, look: NumberLook, isFrom1904: boolean): string {
  const at = new Date(Math.round((days + (isFrom1904 ? DAYS_TO_1904 : 0) - DAYS_TO_1970) * DAY_MS))
  if (Number.isNaN(at.getTime())) return String(days)
  const [date = '', time = ''] = at.toISOString().split('T')
  const clock = time.slice(0, 8)
  if (look === 'time') return clock
  return look === 'date' ? date : `${date} ${clock}`
}
