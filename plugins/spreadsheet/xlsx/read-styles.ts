import { BLACK, bordersText, lineOf, SIDES, type Border, type BorderLine } from '../borders.ts'
import { fontNameOf, oneOf, patternOf, sizeOf } from '../cell-style.ts'
import { isSameStyle, PLAIN, SHEET_LIMITS, type CellStyle } from '../workbook.ts'
import { followXml } from './follow-xml.ts'
import { formatOf } from './number-formats.ts'
import { excelColor } from './theme-colors.ts'

type Attributes = Readonly<Record<string, string>>
type Font = Partial<
  Pick<CellStyle, 'isBold' | 'isItalic' | 'isUnderlined' | 'isStruck' | 'color' | 'fontSize' | 'fontName'>
>

/** The styles of the cells of an `.xlsx`, by number; `themed` are the colors of its theme. */
export function stylesIn(xml: string, themed: readonly string[]): readonly CellStyle[] {
  const codes = new Map<number, string>()
  const fonts: Font[] = []
  const fills: string[] = []
  const borders: Border[][] = []
  const styles: CellStyle[] = []
  let [within, pattern] = ['', '']
  let side: Border['side'] | undefined
  followXml(xml, {
    open(name, attributes) {
      if (['fonts', 'fills', 'borders', 'cellXfs', 'cellStyleXfs', 'dxfs'].includes(name)) within = name
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
      if (within === 'fonts') readFont(name, attributes, { fonts, themed })
      if (within === 'fills' && name === 'fill') fills.push('')
      if (name === 'patternFill') pattern = attributes['patternType'] ?? ''
      // A fill of another pattern is shown with its color too, as that is what people chose.
      if (within === 'fills' && name === 'fgColor' && pattern !== 'none')
        fills[fills.length - 1] = excelColor(attributes, themed)
      if (within === 'borders') {
        if (name === 'border') borders.push([])
        else if (name === 'color') colorLast(borders, side, excelColor(attributes, themed))
        else {
          side = SIDE_NAMES[name] ?? SIDES.find((each) => each === name)
          const line = BORDER_LINES[attributes['style'] ?? ''] ?? lineOf(attributes['style'] ?? '')
          if (side && line) borders.at(-1)?.push({ side, line, color: BLACK })
        }
      }
      if (within === 'cellXfs' && styles.length < SHEET_LIMITS.styles)
        readCell(name, attributes, { codes, fonts, fills, borders, styles })
    },
    close(name) {
      if (name === within) within = ''
    },
  })
  return styles.map((style) => (isSameStyle(style, PLAIN) ? PLAIN : style))
}

/** The numbers of the styles whose texts are turned. */
export function rotatedStyles(xml: string): ReadonlySet<number> {
  const rotated = new Set<number>()
  let [isWithin, number] = [false, -1]
  followXml(xml, {
    open(name, attributes) {
      if (name === 'cellXfs') isWithin = true
      if (isWithin && name === 'xf') number += 1
      if (isWithin && name === 'alignment' && Number(attributes['textRotation'] ?? 0) !== 0) rotated.add(number)
    },
    close(name) {
      if (name === 'cellXfs') isWithin = false
    },
  })
  return rotated
}

/** In sheets that are written from right to left or not. */
const SIDE_NAMES: Readonly<Record<string, Border['side']>> = { start: 'left', end: 'right' }
/** The lines of Excel that have no equal here. */
const BORDER_LINES: Readonly<Record<string, BorderLine>> = {
  hair: 'dotted',
  mediumDashed: 'dashed',
  dashDot: 'dashed',
  mediumDashDot: 'dashed',
  dashDotDot: 'dashed',
  mediumDashDotDot: 'dashed',
  slantDashDot: 'dashed',
}

function colorLast(borders: readonly Border[][], side: Border['side'] | undefined, color: string): void {
  const last = borders.at(-1)
  const border = last?.at(-1)
  if (last && border?.side === side && border && color !== '') last[last.length - 1] = { ...border, color }
}

const isOn = ({ val = '1' }: Attributes): boolean => val !== '0' && val !== 'false' && val !== 'none'

function readFont(
  name: string,
  attributes: Attributes,
  { fonts, themed }: { readonly fonts: Font[]; readonly themed: readonly string[] },
): void {
  if (name === 'font') {
    fonts.push({})
    return
  }
  const last = fonts.length - 1
  const put = (some: Font): void => void (fonts[last] = { ...fonts[last], ...some })
  if (name === 'b') put({ isBold: isOn(attributes) })
  else if (name === 'i') put({ isItalic: isOn(attributes) })
  else if (name === 'u') put({ isUnderlined: isOn(attributes) })
  else if (name === 'strike') put({ isStruck: isOn(attributes) })
  else if (name === 'color') put({ color: excelColor(attributes, themed) })
  else if (name === 'sz') put({ fontSize: sizeOf(Number(attributes['val'])) })
  else if (name === 'name') put({ fontName: fontNameOf(attributes['val'] ?? '') })
}

interface Found {
  readonly codes: ReadonlyMap<number, string>
  readonly fonts: readonly Font[]
  readonly fills: readonly string[]
  readonly borders: readonly (readonly Border[])[]
  readonly styles: CellStyle[]
}

function readCell(name: string, attributes: Attributes, { codes, fonts, fills, borders, styles }: Found): void {
  if (name === 'xf') {
    const id = Number(attributes['numFmtId'] ?? 0)
    const font = fonts[Number(attributes['fontId'] ?? 0)] ?? {}
    const usual = fonts[0] ?? {}
    styles.push({
      ...PLAIN,
      ...font,
      // Nobody chose the default font of a workbook for a cell.
      fontSize: font.fontSize === usual.fontSize ? null : (font.fontSize ?? null),
      fontName: font.fontName === usual.fontName ? '' : (font.fontName ?? ''),
      color: font.color === '#000000' ? '' : (font.color ?? ''),
      background: fills[Number(attributes['fillId'] ?? 0)] ?? '',
      format: patternOf(formatOf(id, codes.get(id))),
      borders: bordersText(borders[Number(attributes['borderId'] ?? 0)] ?? []),
    })
  }
  if (name !== 'alignment') return
  const last = styles.length - 1
  const { horizontal = '', vertical = '', wrapText = '' } = attributes
  styles[last] = {
    ...(styles[last] ?? PLAIN),
    align: oneOf(['left', 'center', 'right'], horizontal),
    verticalAlign: oneOf(['top', 'middle', 'bottom'], vertical === 'center' ? 'middle' : vertical),
    wraps: wrapText === '1' || wrapText === 'true',
  }
}
