/** A number of a JSON text as written: `1.10` and `12345678901234567890` would change as JavaScript numbers. */
export class WrittenNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The value of a JSON text, its numbers as written. @throws SyntaxError when the text is not JSON */
export const parsedAsWritten = (json: string): unknown => parsedKeeping(json, (token) => JSON_NUMBER.test(token))

/**
 * The value of a JSON text, in which only those numbers are kept as written that would change as numbers: large texts
 * have few of them. @throws SyntaxError when the text is not JSON
 */
export const parsedWithOddNumbers = (json: string): unknown => parsedKeeping(json, isOddNumber)

function parsedKeeping(json: string, isKept: (token: string) => boolean): unknown {
  const { mark, marked, numbers } = markedNumbers(json, isKept)
  if (numbers.length === 0) return JSON.parse(json)
  const value = ((): unknown => {
    try {
      return JSON.parse(marked)
    } catch {
      // It is no JSON without the marks either, and that error names the place.
      return JSON.parse(json)
    }
  })()
  return withNumbers(value, { mark, numbers })
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** Whether a text is a number of JSON that JavaScript would write otherwise. */
export const isOddNumber = (text: string): boolean => JSON_NUMBER.test(text) && String(Number(text)) !== text

interface Marks {
  readonly mark: string
  readonly numbers: readonly WrittenNumber[]
}

/** By hand: a pattern takes a step of the stack for each sign of a long text. */
function markedNumbers(json: string, isKept: (token: string) => boolean): Marks & { readonly marked: string } {
  let mark = ''
  const numbers: WrittenNumber[] = []
  const pieces: string[] = []
  let done = 0
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfString(json, at)
    else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(json, at)
      const token = json.slice(at, end)
      if (isKept(token) && !IS_NAME.test(json.slice(end, end + LONGEST_GAP))) {
        // No text of the file can begin like this.
        if (mark === '') mark = `number-${crypto.getRandomValues(new Uint32Array(4)).join('-')}-`
        pieces.push(json.slice(done, at), `"${mark}${numbers.push(new WrittenNumber(token)) - 1}"`)
        done = end
      }
      at = end - 1
    }
  }
  return { mark, marked: numbers.length === 0 ? json : pieces.join('') + json.slice(done), numbers }
}
const [QUOTE, MINUS, BACKSLASH] = [0x22, 0x2d, 0x5c]
const IS_NAME = /^\s*:/
const LONGEST_GAP = 100
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** The place of its closing quote. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let before = end
    while (json.charCodeAt(before - 1) === BACKSLASH) before -= 1
    if ((end - before) % 2 === 0) return end
  }
  return json.length
}

function endOfNumber(json: string, start: number): number {
  let end = start + 1
  while (end < json.length && (isDigit(json.charCodeAt(end)) || '.eE+-'.includes(json.charAt(end)))) end += 1
  return end
}

/** Changed in place. */
function withNumbers(value: unknown, marks: Marks): unknown {
  const { mark, numbers } = marks
  if (typeof value === 'string') return value.startsWith(mark) ? numbers[Number(value.slice(mark.length))] : value
  if (Array.isArray(value)) for (const [at, inner] of value.entries()) value[at] = withNumbers(inner, marks)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      const now = withNumbers(inner, marks)
      // `__proto__` is a name like others.
      if (now !== inner)
        Object.defineProperty(value, name, { value: now, enumerable: true, configurable: true, writable: true })
    }
  return value
}

/** The JSON of such a value, without blanks, or with one value per line. */
export function jsonAsWritten(value: unknown, indent = ''): string {
  return written(value, indent, '\n')
}

function written(value: unknown, indent: string, line: string): string {
  if (value instanceof WrittenNumber) return value.text
  const isList = Array.isArray(value)
  if (!isList && !isJsonObject(value)) return JSON.stringify(value) ?? 'null'
  const below = `${line}${indent}`
  const colon = indent === '' ? ':' : ': '
  const parts = isList
    ? value.map((inner) => written(inner, indent, below))
    : Object.entries(value).flatMap(([name, inner]) =>
        inner === undefined ? [] : [`${JSON.stringify(name)}${colon}${written(inner, indent, below)}`],
      )
  const [open, close] = isList ? '[]' : '{}'
  if (parts.length === 0 || indent === '') return `${open}${parts.join(',')}${close}`
  return `${open}${below}${parts.join(`,${below}`)}${line}${close}`
}

/** Whether it is an object of JSON, neither a list nor a number as written. */
export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber)

const PARTS_OF_NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** A number as JavaScript writes it, or as it is written where that would be another one. */
export function exactNumber(text: string): string {
  const short = String(Number(text))
  return digitsOf(short) === digitsOf(text) ? short : text
}

function digitsOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = PARTS_OF_NUMBER.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  return kept === '' ? '0' : `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
}
