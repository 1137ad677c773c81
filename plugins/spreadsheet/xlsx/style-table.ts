import { bordersOf, type SIDES } from '../borders.ts'
import { isSameStyle, PLAIN, type CellStyle } from '../workbook.ts'
import { codeOf } from './number-formats.ts'
import { XML, xmlText } from './xml.ts'

/** The styles of a workbook's cells in the format of Excel, which cells refer to by number. */
export class StyleTable {
  readonly #styles: CellStyle[] = [PLAIN]
  readonly #numbers = new Map<string, number>()

  numberOf(style: CellStyle): number {
    if (isSameStyle(style, PLAIN)) return 0
    const key = JSON.stringify(Object.values(style))
    const there = this.#numbers.get(key)
    if (there !== undefined) return there
    this.#numbers.set(key, this.#styles.length)
    this.#styles.push(style)
    return this.#styles.length - 1
  }

  /** Each has its own font, fill and format: Excel accepts duplicates. */
  xml(): string {
    const styles = this.#styles
    const formats = styles.map(({ format }, at) =>
      format === '' ? '' : `<numFmt numFmtId="${at + FIRST_FORMAT}" formatCode="${xmlText(codeOf(format))}"/>`,
    )
    const used = formats.filter((format) => format !== '')
    return `${XML}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${
      used.length === 0 ? '' : `<numFmts count="${used.length}">${used.join('')}</numFmts>`
    }<fonts count="${styles.length}">${styles.map(font).join('')}</fonts><fills count="${styles.length + 1}"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${styles
      .slice(1)
      .map(fill)
      .join(
        '',
      )}</fills><borders count="${styles.length}">${styles.map(border).join('')}</borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${styles.length}">${styles
      .map(cellFormat)
      .join('')}</cellXfs></styleSheet>`
  }
}

/** Lower numbers are reserved by Excel. */
const FIRST_FORMAT = 164

const rgb = (color: string): string => `FF${color.slice(1).toUpperCase()}`

const font = (style: CellStyle): string =>
  `<font>${style.isBold ? '<b/>' : ''}${style.isItalic ? '<i/>' : ''}${style.isStruck ? '<strike/>' : ''}${
    style.isUnderlined ? '<u/>' : ''
  }<sz val="${style.fontSize ?? 10}"/>${style.color === '' ? '' : `<color rgb="${rgb(style.color)}"/>`}<name val="${xmlText(
    style.fontName === '' ? 'Arial' : style.fontName,
  )}"/></font>`

const fill = ({ background }: CellStyle): string =>
  background === ''
    ? '<fill><patternFill patternType="none"/></fill>'
    : `<fill><patternFill patternType="solid"><fgColor rgb="${rgb(background)}"/></patternFill></fill>`

/** Excel expects the sides in this order. */
const IN_FILE = ['left', 'right', 'top', 'bottom'] as const satisfies readonly (typeof SIDES)[number][]

function border({ borders }: CellStyle): string {
  const lines = bordersOf(borders)
  const sides = IN_FILE.map((side) => {
    const found = lines.find((each) => each.side === side)
    return found ? `<${side} style="${found.line}"><color rgb="${rgb(found.color)}"/></${side}>` : `<${side}/>`
  })
  return `<border>${sides.join('')}<diagonal/></border>`
}

function cellFormat(style: CellStyle, at: number): string {
  const vertical = style.verticalAlign === 'middle' ? 'center' : style.verticalAlign
  const alignment = [
    style.align === '' ? '' : ` horizontal="${style.align}"`,
    vertical === '' ? '' : ` vertical="${vertical}"`,
    style.wraps ? ' wrapText="1"' : '',
  ].join('')
  const format = style.format === '' ? 0 : at + FIRST_FORMAT
  return `<xf numFmtId="${format}" fontId="${at}" fillId="${at === 0 ? 0 : at + 1}" borderId="${at}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"${
    alignment === '' ? '/>' : `><alignment${alignment}/></xf>`
  }`
}
