import { textOf } from './formula/value.ts'

const NAMED: Readonly<Record<string, string>> = {
  number: '#,##0.00',
  // Of these a number is what it says: 12 is 12%.
  percent: '0.##########"%"',
  rmb: '"￥"#,##0.00',
  usd: '"$"#,##0.00',
  eur: '"€"#,##0.00',
}

/** A number by a name or a pattern as in spreadsheets; as it is for a pattern that is not understood. */
export function formattedNumber(number: number, format: string): string {
  const sections = sectionsOf(NAMED[format] ?? format)
  const at = sections.length > 2 && number === 0 ? 2 : sections.length > 1 && number < 0 ? 1 : 0
  const parts = partsOf(sections[at] ?? '')
  if (!parts) return textOf(number)
  if (parts.some(({ kind }) => kind === 'time')) return timeText(number, parts) ?? textOf(number)
  const text = numberText(Math.abs(number), parts)
  if (text === null) return textOf(number)
  // A section for numbers below 0 says how these look.
  return number < 0 && at === 0 && /[1-9]/.test(text) ? `-${text}` : text
}

type Part =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'digits'; readonly text: string }
  | { readonly kind: 'percent' }
  | { readonly kind: 'general' }
  | { readonly kind: 'time'; readonly text: string }

/** Parts of a pattern for numbers above, below and equal to 0. */
const sectionsOf = (pattern: string): readonly string[] =>
  (pattern.match(/(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])+|;/g) ?? ['']).join('').split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)

const PIECE =
  /"([^"]*)"|\\(.)|[_*].|\[\$([^\]-]*)[^\]]*\]|\[(?:black|blue|cyan|green|magenta|red|white|yellow|colou?r ?\d+|dbnum\d|-[\da-f]+)\]|(General|G\/通用格式)|(AM\/PM|A\/P|上午\/下午)|(\[h+\]|\[m+\]|\[s+\]|y+|m+|d+|h+|s+(?:\.0+)?|a{3,4})|([#0?,]*(?:[#0?]|\.[#0?])[#0?,.]*(?:E[+-]0+)?)|(%)|([^[\]"\\])/giy

/** Null for a pattern that is not understood. */
function partsOf(section: string): readonly Part[] | null {
  const parts: Part[] = []
  const piece = new RegExp(PIECE)
  let end = 0
  for (let found = piece.exec(section); found && end < section.length; found = piece.exec(section)) {
    end = piece.lastIndex
    const [, quoted, escaped, currency, general, half, time, digits, percent, other] = found
    const literal = quoted ?? escaped ?? currency ?? other
    if (general !== undefined) parts.push({ kind: 'general' })
    else if (half !== undefined || time !== undefined) parts.push({ kind: 'time', text: half ?? time ?? '' })
    else if (digits !== undefined) parts.push({ kind: 'digits', text: digits })
    else if (percent !== undefined) parts.push({ kind: 'percent' })
    else if (literal !== undefined && literal !== '@') parts.push({ kind: 'literal', text: literal })
    else if (literal === '@') parts.push({ kind: 'general' })
  }
  return end === section.length ? parts : null
}

function numberText(size: number, parts: readonly Part[]): string | null {
  if (parts.length === 0) return ''
  const digits = parts.filter(({ kind }) => kind === 'digits')
  const shares = parts.filter(({ kind }) => kind === 'percent').length
  // Fractions and telephone numbers have several groups of digits.
  if (digits.length > 1 || shares > 2) return null
  const value = Number((size * 100 ** shares).toPrecision(15))
  let text = ''
  for (const part of parts) {
    if (part.kind === 'percent') text += '%'
    else if (part.kind === 'literal') text += part.text
    else if (part.kind === 'general') text += textOf(value)
    else {
      const written = digitsText(value, part.text)
      if (written === null) return null
      text += written
    }
  }
  return text
}

const DIGITS = /^([#0?,]*)(?:\.([#0?]*))?(,*)(E[+-]0+)?$/i

function digitsText(value: number, pattern: string): string | null {
  const [, front, behind, end = '', exponent] = DIGITS.exec(pattern) ?? []
  if (front === undefined || value >= 1e21) return null
  const most = Math.min(15, behind?.length ?? 0)
  if (exponent !== undefined) return scientificText(value, most, exponent)
  // Commas at the end divide by thousands.
  const inFront = /,*$/.exec(front)?.[0].length ?? 0
  const whole = front.slice(0, front.length - inFront)
  const thousands = inFront + end.length
  let digits = roundedText(value / 1_000 ** thousands, most)
  const least = (behind ?? '').replaceAll(/[^0?]/g, '').length
  while (digits.includes('.') && (digits.split('.')[1]?.length ?? 0) > least && digits.endsWith('0'))
    digits = digits.slice(0, -1)
  const [before = '', after] = digits.split('.')
  const needed = whole.replaceAll(/[^0]/g, '').length
  const filled = (before === '0' && needed === 0 ? '' : before).padStart(needed, '0')
  const grouped = whole.includes(',') ? filled.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : filled
  // Other programs leave a point there.
  return (after ?? '') === '' && !/[0?]/.test(behind ?? '') ? grouped : `${grouped}.${after ?? ''}`
}

/** Halves are rounded up as they are read, not as they are stored: 1.005 to 1.01. */
function roundedText(value: number, places: number): string {
  const scaled = Math.round(Number((value * 10 ** places).toPrecision(15)))
  if (scaled >= 1e15) return value.toFixed(places)
  const digits = String(scaled).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

function scientificText(value: number, places: number, exponent: string): string {
  const [digits = '', power = '+0'] = value.toExponential(places).split('e')
  const sign = power.startsWith('-') ? '-' : exponent[1] === '+' ? '+' : ''
  return `${digits}E${sign}${power.slice(1).padStart(exponent.length - 2, '0')}`
}

const DAY_MS = 86_400_000
/** From the day 0 of spreadsheets to 1970; their year 1900 has a day too many. */
const DAYS_TO_1970 = 25_569
const MOST_DAYS = 2_958_466
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const CHINESE_DAYS = '日一二三四五六'

function timeText(days: number, parts: readonly Part[]): string | null {
  if (days < 0 || days >= MOST_DAYS) return null
  const isFine = parts.some((part) => part.kind === 'time' && part.text.includes('.'))
  const step = isFine ? 1 : 1_000
  const passed = Math.round((days * DAY_MS) / step) * step
  const at = new Date(passed - DAYS_TO_1970 * DAY_MS)
  const isHalved = parts.some((part) => part.kind === 'time' && part.text.includes('/'))
  let text = ''
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'literal') text += part.text
    else if (part.kind === 'time')
      text += timePart(part.text, { at, passed, isHalved, isMinute: isMinute(parts, index) })
    else if (part.kind !== 'general') return null
  }
  return text
}

/** `m` are minutes behind hours and before seconds, else months. */
function isMinute(parts: readonly Part[], index: number): boolean {
  const signAt = (step: 1 | -1): string => {
    for (let at = index + step; at >= 0 && at < parts.length; at += step) {
      const part = parts[at]
      if (part?.kind === 'time' && !part.text.includes('/')) return part.text.replace('[', '')[0]?.toLowerCase() ?? ''
    }
    return ''
  }
  return signAt(-1) === 'h' || signAt(1) === 's'
}

interface Moment {
  readonly at: Date
  /** In milliseconds, since day 0. */
  readonly passed: number
  readonly isHalved: boolean
  readonly isMinute: boolean
}

function timePart(word: string, { at, passed, isHalved, isMinute }: Moment): string {
  const sign = word[0]?.toLowerCase()
  const written = (count: number): string => (word.length === 1 ? String(count) : String(count).padStart(2, '0'))
  const hour = at.getUTCHours()
  if (word.includes('/')) return word.split('/')[hour < 12 ? 0 : 1] ?? ''
  if (sign === '[') {
    const unit = { h: 3_600_000, m: 60_000, s: 1_000 }[word[1]?.toLowerCase() ?? ''] ?? 1_000
    return String(Math.floor(passed / unit)).padStart(word.length - 2, '0')
  }
  if (sign === 'y')
    return word.length <= 2 ? String(at.getUTCFullYear() % 100).padStart(2, '0') : String(at.getUTCFullYear())
  if (sign === 'd') return word.length < 3 ? written(at.getUTCDate()) : named(DAYS[at.getUTCDay()], word.length === 3)
  if (sign === 'a') return `${word.length === 4 ? '星期' : ''}${CHINESE_DAYS[at.getUTCDay()] ?? ''}`
  if (sign === 'h') return written(isHalved ? hour % 12 || 12 : hour)
  if (sign === 's') {
    const places = word.split('.')[1]?.length ?? 0
    const seconds = places === 0 ? at.getUTCSeconds() : at.getUTCSeconds() + at.getUTCMilliseconds() / 1_000
    const [whole = '', rest] = seconds.toFixed(Math.min(3, places)).split('.')
    const padded = word.startsWith('ss') ? whole.padStart(2, '0') : whole
    return rest === undefined ? padded : `${padded}.${rest.padEnd(places, '0')}`
  }
  if (isMinute) return written(at.getUTCMinutes())
  const month = at.getUTCMonth()
  if (word.length === 5) return MONTHS[month]?.[0] ?? ''
  return word.length < 3 ? written(month + 1) : named(MONTHS[month], word.length === 3)
}

const named = (name: string | undefined, isShort: boolean): string =>
  isShort ? (name ?? '').slice(0, 3) : (name ?? '')
