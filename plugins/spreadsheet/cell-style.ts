import { memberOf, type JsonNode } from '#plugins/format-tools/api.ts'
import { BLACK, bordersText, lineOf, SIDES, storedBorders } from './borders.ts'
import { PLAIN, type CellStyle } from './workbook.ts'

/** The formats that other programs know by these names. */
const NAMED_FORMATS = ['text', 'number', 'percent', 'rmb', 'usd', 'eur'] as const

/** The style in a JSON of the form `{ font: { bold }, align, bgcolor, … }`; what is no such style is plain. */
export function styleIn(node: JsonNode | undefined): CellStyle {
  if (node?.kind !== 'object') return PLAIN
  const font = memberOf(node, 'font')?.node
  const format = textIn(node, 'format')
  const pattern = textIn(node, 'pattern')
  return {
    isBold: isSet(font, 'bold'),
    isItalic: isSet(font, 'italic'),
    isUnderlined: isSet(node, 'underline'),
    isStruck: isSet(node, 'strike'),
    wraps: isSet(node, 'textwrap'),
    color: colorOf(textIn(node, 'color')),
    background: colorOf(textIn(node, 'bgcolor')),
    align: oneOf(['left', 'center', 'right'], textIn(node, 'align')),
    verticalAlign: oneOf(['top', 'middle', 'bottom'], textIn(node, 'valign')),
    fontSize: sizeOf(numberIn(font, 'size')),
    fontName: fontNameOf(textIn(font, 'name')),
    format: pattern === '' ? oneOf(NAMED_FORMATS, format) : patternOf(pattern),
    borders: bordersIn(memberOf(node, 'border')?.node),
  }
}

/** The fields of a style as they are stored; undefined for one that is as usual. */
export function storedStyle(style: CellStyle): Readonly<Record<string, unknown>> {
  const flag = (is: boolean) => (is ? true : undefined)
  const word = (text: string) => (text === '' ? undefined : text)
  const isNamed = (NAMED_FORMATS as readonly string[]).includes(style.format)
  return {
    font: {
      bold: flag(style.isBold),
      italic: flag(style.isItalic),
      size: style.fontSize ?? undefined,
      name: word(style.fontName),
    },
    underline: flag(style.isUnderlined),
    strike: flag(style.isStruck),
    textwrap: flag(style.wraps),
    color: word(style.color),
    bgcolor: word(style.background),
    align: word(style.align),
    valign: word(style.verticalAlign),
    format: isNamed ? style.format : undefined,
    pattern: isNamed ? undefined : word(style.format),
    border: storedBorders(style.borders),
  }
}

/** The borders in a JSON of the form `{ "top": ["thin", "#000"] }`, as text. */
function bordersIn(node: JsonNode | undefined): string {
  const found = SIDES.flatMap((side) => {
    const stored = memberOf(node, side)?.node
    if (stored?.kind !== 'array') return []
    const [lined = '', colored = ''] = stored.entries.map(({ node: each }) =>
      each.kind === 'scalar' ? String(each.value) : '',
    )
    const line = lineOf(lined)
    return line ? [{ side, line, color: colorOf(colored) || BLACK }] : []
  })
  return bordersText(found)
}

/** `#1a2b3c` for a color that is written as such or as `rgb(…)`; '' for anything else. */
export function colorOf(text: string): string {
  const color = text.trim().toLowerCase()
  if (/^#[\da-f]{6}$/.test(color)) return color
  const [, short = ''] = /^#([\da-f]{3})$/.exec(color) ?? []
  if (short !== '') return `#${[...short].map((digit) => digit + digit).join('')}`
  const [, ...parts] = /^rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,[\d.\s]{1,8})?\)$/.exec(color) ?? []
  if (parts.length !== 3 || parts.some((part) => Number(part) > 255)) return ''
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
}

export const sizeOf = (size: number | null): number | null => (size !== null && size >= 4 && size <= 96 ? size : null)
export const fontNameOf = (name: string): string => (/^[\p{L}\p{N} _-]{1,60}$/u.test(name) ? name : '')
/** A pattern for numbers as spreadsheets have them, of bounded length. */
export const patternOf = (pattern: string): string =>
  pattern.length <= 60 && !/[\p{Cc}]/u.test(pattern) && pattern.toLowerCase() !== 'general' ? pattern : ''

export function oneOf<Word extends string>(words: readonly Word[], text: string): Word | '' {
  return words.find((word) => word === text) ?? ''
}

function scalarIn(node: JsonNode | undefined, name: string): string | number | boolean | null {
  const found = memberOf(node, name)?.node
  return found?.kind === 'scalar' ? found.value : null
}
const textIn = (node: JsonNode | undefined, name: string): string => String(scalarIn(node, name) ?? '')
const isSet = (node: JsonNode | undefined, name: string): boolean => scalarIn(node, name) === true
function numberIn(node: JsonNode | undefined, name: string): number | null {
  const value = scalarIn(node, name)
  return typeof value === 'number' ? value : null
}
