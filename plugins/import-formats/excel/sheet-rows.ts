import type { Language } from '#core/plugin.ts'
import { BrokenFile, type FilePart } from '../thread/reader.ts'
import type { NumberLook, Workbook } from './workbook.ts'
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

  take(row: readonly string[]): void {
    this.#cells += row.length
    for (const text of row) this.#length += text.length
    if (this.#cells > MOST_CELLS) throw new BrokenFile(SAID[this.#language].cells)
    if (this.#length > MOST_LENGTH) throw new BrokenFile(SAID[this.#language].long)
  }
}

/** The rows of a sheet as displayed, without empty ones. @throws BrokenFile */
export function rowsOf(
  part: FilePart | undefined,
  workbook: Workbook,
  language: Language,
  room: SheetRoom,
): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  /** The column of a cell without an address. */
  let next = 0
  let cell: { readonly column: number; readonly type: string; readonly look: NumberLook } | null = null
  let [value, isValue] = ['', false]
  followXml(part, language, {
    open(name, { r = '', t = 'n', s = '0' }) {
      if (name === 'row') [row, next] = [[], 0]
      else if (name === 'c') {
        const column = r === '' ? next : columnOf(r)
        next = column + 1
        cell = { column, type: t, look: workbook.looks[Number(s)] ?? 'number' }
        value = ''
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
          while (row.length < cell.column) row.push('')
          row[cell.column] = text
        }
        cell = null
      }
      if (name !== 'row' || row.every((text) => text.trim() === '')) return
      if (rows.length >= MOST_ROWS) throw new BrokenFile(SAID[language].rows(part?.path ?? ''))
      room.take(row)
      rows.push(row)
    },
  })
  return rows
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
