import { isFailure, textOf, type Value } from './formula/value.ts'
import { Values } from './formula/values.ts'
import type { Cell, Workbook } from './workbook.ts'

/** What people read in the cells of a workbook. */
export class ShownTexts {
  readonly #workbook: Workbook
  readonly #values: Values

  constructor(workbook: Workbook) {
    this.#workbook = workbook
    this.#values = new Values(workbook)
  }

  /** '' for an empty cell. A formula that is not understood here is shown as it was typed. */
  at(sheet: number, place: number): string {
    const cell = this.#workbook.sheets[sheet]?.cells.get(place)
    return cell === undefined ? '' : shownText(cell, this.value(sheet, place))
  }

  value(sheet: number, place: number): Value {
    return this.#values.at(sheet, place)
  }
}

function shownText({ text, style }: Cell, value: Value): string {
  if (isFailure(value)) return value.failure === '' ? text : value.failure
  const isFormula = text.startsWith('=') && style.format !== 'text'
  if (typeof value === 'number' && style.format !== '' && style.format !== 'text')
    return withFormat(value, style.format)
  return isFormula ? textOf(value) : text
}

const NAMED: Readonly<Record<string, string>> = {
  number: '#,##0.00',
  // Of these a number is what it says: 12 is 12%.
  percent: '0.##########"%"',
  rmb: '"￥"#,##0.00',
  usd: '"$"#,##0.00',
  eur: '"€"#,##0.00',
}

const PATTERN =
  /^((?:"[^"]*"|\\.|[^#0.,%?"\\[\]@yYdDhHsSmM;])*)([#0,]+)(?:\.([0#]*))?(%?)((?:"[^"]*"|\\.|[^#0.,%?"\\[\]@yYdDhHsS;])*)$/

/** A number by a name or a pattern; as it is for a pattern that is not understood. */
function withFormat(number: number, format: string): string {
  const pattern = NAMED[format] ?? format
  if (/^[yYmMdDhHsS年月日时分秒/:. -]+$/.test(pattern) && /[yYdDhHsS]/.test(pattern)) return dateText(number, pattern)
  const [, before = '', whole = '', behind, percent = '', after = ''] = PATTERN.exec(pattern.split(';')[0] ?? '') ?? []
  if (whole === '') return textOf(number)
  const most = Math.min(15, behind?.length ?? 0)
  const least = behind?.replaceAll('#', '').length ?? 0
  const size = Math.abs(percent === '' ? number : number * 100)
  if (size >= 1e21) return textOf(number)
  let digits = Number(size.toPrecision(15)).toFixed(most)
  while (digits.includes('.') && (digits.split('.')[1]?.length ?? 0) > least && /[0.]$/.test(digits))
    digits = digits.slice(0, -1)
  digits = digits.replace(/\.$/, '')
  const [front = '', back] = digits.split('.')
  const filled = front.padStart(whole.replaceAll(/[#,]/g, '').length, '0')
  const grouped = whole.includes(',') ? filled.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : filled
  const sign = number < 0 && Number(digits) !== 0 ? '-' : ''
  return `${sign}${bare(before)}${grouped}${back === undefined ? '' : `.${back}`}${percent}${bare(after)}`
}

/** What stands between quotes or behind a backslash stands for itself. */
const bare = (text: string): string =>
  text.replaceAll(/"([^"]*)"|\\(.)/g, (_, quoted?: string, sign?: string) => quoted ?? sign ?? '')

const DAY_MS = 86_400_000
/** From the day 0 of spreadsheets to 1970; their year 1900 has a day too many. */
const DAYS_TO_1970 = 25_569

function dateText(days: number, pattern: string): string {
  const at = new Date(Math.round((days - DAYS_TO_1970) * DAY_MS))
  if (Number.isNaN(at.getTime()) || days < 0) return textOf(days)
  const two = (count: number): string => String(count).padStart(2, '0')
  let isTime = false
  return pattern.replaceAll(/y+|m+|d+|h+|s+/gi, (word) => {
    const sign = word[0]?.toLowerCase()
    const written = (count: number): string => (word.length === 1 ? String(count) : two(count))
    if (sign === 'y') return word.length === 2 ? two(at.getUTCFullYear() % 100) : String(at.getUTCFullYear())
    if (sign === 'd') return written(at.getUTCDate())
    // What stands behind the hour are minutes.
    if (sign === 'm') return written(isTime ? at.getUTCMinutes() : at.getUTCMonth() + 1)
    isTime = true
    return written(sign === 'h' ? at.getUTCHours() : at.getUTCSeconds())
  })
}
