import { addressOf, areaName } from '../addresses.ts'
import { linkOf } from '../cell-link.ts'
import { formulaIn } from '../formula/parsed.ts'
import { isFailure, textOf, type Value } from '../formula/value.ts'
import { ShownTexts } from '../shown-text.ts'
import {
  columnOf,
  placeOf,
  PLAIN,
  rowOf,
  SHEET_LIMITS,
  shownSheets,
  USUAL,
  type Cell,
  type Sheet,
  type Workbook,
} from '../workbook.ts'
import { withExcelNames } from './excel-names.ts'
import { fileFormula, isHarmless } from './excel-functions.ts'
import { StyleTable } from './style-table.ts'
import { writtenText } from './written-text.ts'
import { XML, xmlText } from './xml.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** Excel refuses a workbook with a longer text in a cell. */
const LONGEST_TEXT = 32_767

/** The cells whose texts exceed Excel's limit, and were truncated. */
export const cellsTooLong = ({ sheets }: Workbook): readonly string[] =>
  sheets.flatMap(({ name, cells }) =>
    [...cells].flatMap(([place, { text }]) =>
      text.length > LONGEST_TEXT ? [`${name}!${addressOf(rowOf(place), columnOf(place))}`] : [],
    ),
  )

/** The files of an `.xlsx`, by path. */
export function xlsxFiles(given: Workbook): ReadonlyMap<string, string> {
  const workbook = withExcelNames(given)
  const names = workbook.sheets.map(({ name }) => name)
  const shown = new ShownTexts(workbook)
  const styles = new StyleTable()
  const files = new Map<string, string>()
  for (const [at, sheet] of workbook.sheets.entries()) {
    const links = linksOf(sheet)
    files.set(
      `xl/worksheets/sheet${at + 1}.xml`,
      sheetXml(sheet, styles, { links, valueAt: (place) => shown.value(at, place) }),
    )
    if (!links.every(isInside)) files.set(`xl/worksheets/_rels/sheet${at + 1}.xml.rels`, linkedXml(links))
  }
  const types = names.map((_, at) => override(`xl/worksheets/sheet${at + 1}.xml`, 'worksheet')).join('')
  const visible = new Set(shownSheets(workbook.sheets).map(([at]) => at))
  const links = names.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('')
  return new Map([
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}${types}${override('xl/styles.xml', 'styles')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><bookViews><workbookView activeTab="${names.findIndex((_, at) => visible.has(at))}"/></bookViews><sheets>${names
        .map(
          (name, at) =>
            `<sheet name="${xmlText(name)}" sheetId="${at + 1}"${visible.has(at) ? '' : ' state="hidden"'} r:id="rId${at + 1}"/>`,
        )
        .join('')}</sheets><calcPr fullCalcOnLoad="1"/></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${links}${relation(`rId${names.length + 1}`, 'styles', 'styles.xml')}</Relationships>`,
    ],
    ['xl/styles.xml', styles.xml()],
    ...files,
  ])
}

const override = (path: string, type: string): string =>
  `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`

interface SheetParts {
  readonly links: readonly Link[]
  valueAt(place: number): Value
}
interface Link {
  readonly place: number
  readonly address: string
}

const linksOf = ({ cells }: Sheet): readonly Link[] =>
  [...cells]
    .map(([place, cell]) => ({ place, address: linkOf(cell) }))
    .filter(({ address }) => address !== '')
    .slice(0, SHEET_LIMITS.links)

const isInside = ({ address }: Link): boolean => address.startsWith('#')

const linkedXml = (links: readonly Link[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${links
    .map((link, at) =>
      isInside(link)
        ? ''
        : `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/hyperlink" Target="${xmlText(link.address)}" TargetMode="External"/>`,
    )
    .join('')}</Relationships>`

function sheetXml(sheet: Sheet, styles: StyleTable, { links, valueAt }: SheetParts): string {
  const { frozen, merges } = sheet
  const pane =
    frozen.rows === 0 && frozen.columns === 0
      ? ''
      : `<sheetViews><sheetView workbookViewId="0"><pane${frozen.columns > 0 ? ` xSplit="${frozen.columns}"` : ''}${frozen.rows > 0 ? ` ySplit="${frozen.rows}"` : ''} topLeftCell="${addressOf(frozen.rows, frozen.columns)}" state="frozen"/></sheetView></sheetViews>`
  const merged =
    merges.length === 0
      ? ''
      : `<mergeCells count="${merges.length}">${merges.map((area) => `<mergeCell ref="${areaName(area)}"/>`).join('')}</mergeCells>`
  const linked = links.length === 0 ? '' : `<hyperlinks>${links.map(linkXml).join('')}</hyperlinks>`
  return `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}">${pane}<sheetFormatPr defaultColWidth="${signs(USUAL.columnWidth)}" defaultRowHeight="${points(USUAL.rowHeight)}"/>${columnsXml(sheet)}<sheetData>${rowsXml(sheet, styles, valueAt)}</sheetData>${merged}${linked}</worksheet>`
}

function linkXml(link: Link, at: number): string {
  const { place, address } = link
  const target = isInside(link) ? `location="${xmlText(address.slice(1))}"` : `r:id="rId${at + 1}"`
  return `<hyperlink ref="${addressOf(rowOf(place), columnOf(place))}" ${target}/>`
}

/** Excel measures rows in points and columns in characters. */
const points = (pixels: number): number => (pixels * 3) / 4
const signs = (pixels: number): number => Number(((pixels - 5) / 7).toFixed(2))

function columnsXml({ widths, hidden }: Sheet): string {
  const columns = [...new Set([...widths.keys(), ...hidden.columns])].toSorted((one, other) => one - other)
  if (columns.length === 0) return ''
  return `<cols>${columns
    .map((at) => {
      const width = Math.max(1, signs(widths.get(at) ?? USUAL.columnWidth))
      return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"${hidden.columns.has(at) ? ' hidden="1"' : ''}/>`
    })
    .join('')}</cols>`
}

function rowsXml({ cells, heights, hidden }: Sheet, styles: StyleTable, valueAt: (place: number) => Value): string {
  const rows = new Map<number, number[]>([...heights.keys(), ...hidden.rows].map((row) => [row, []]))
  for (const place of cells.keys()) {
    const columns = rows.get(rowOf(place))
    if (columns) columns.push(columnOf(place))
    else rows.set(rowOf(place), [columnOf(place)])
  }
  return [...rows]
    .toSorted(([one], [other]) => one - other)
    .map(([row, columns]) => {
      const height = heights.get(row)
      const inside = columns
        .toSorted((one, other) => one - other)
        .map((column) => {
          const place = placeOf(row, column)
          return cellXml(addressOf(row, column), cells.get(place) ?? EMPTY, styles, valueAt(place))
        })
      return `<row r="${row + 1}"${height === undefined ? '' : ` ht="${points(height)}" customHeight="1"`}${hidden.rows.has(row) ? ' hidden="1"' : ''}>${inside.join('')}</row>`
    })
    .join('')
}
const EMPTY: Cell = { text: '', style: PLAIN }

/**
 * Only supported syntax is written as a formula: nothing that starts a program or contacts another file or server
 * (threats X5). Everything else is a text, and a text that begins with `=` stays one.
 */
function cellXml(address: string, { text, style }: Cell, styles: StyleTable, value: Value): string {
  const number = styles.numberOf(style)
  const head = `<c r="${address}"${number === 0 ? '' : ` s="${number}"`}`
  if (text === '') return number === 0 ? '' : `${head}/>`
  const isUnderstood = !isFailure(value) || value.failure !== ''
  const formula = text.startsWith('=') && style.format !== 'text' ? formulaIn(text) : null
  if (formula && isUnderstood && LEADS_ELSEWHERE.test(text)) return `${head}${textXml(textOf(value))}`
  if (isHarmless(formula)) {
    // The program that opens the file works out what is not calculated here.
    const [type, written] = isUnderstood ? resultXml(value) : ['', '']
    return `${head}${type}><f>${xmlText(fileFormula(text.slice(1)))}</f>${written}</c>`
  }
  const isTyped = style.format !== 'text' && (typeof value === 'number' || typeof value === 'boolean')
  // A number that would be displayed differently is written as text.
  if (isTyped && (typeof value === 'boolean' || String(value) === text || style.format !== '')) {
    const [type, written] = resultXml(value)
    return `${head}${type}>${written}</c>`
  }
  return `${head}${textXml(text)}`
}

/** Where such a formula leads to is written beside its text, if it is an address people may be led to. */
const LEADS_ELSEWHERE = /HYPERLINK\s*\(/i

const textXml = (text: string): string =>
  ` t="inlineStr"><is><t xml:space="preserve">${xmlText(writtenText(cut(text)))}</t></is></c>`

const cut = (text: string): string => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text)

function resultXml(value: Value): readonly [string, string] {
  if (isFailure(value)) return [' t="e"', `<v>${value.failure}</v>`]
  if (typeof value === 'number') return ['', `<v>${value}</v>`]
  if (typeof value === 'boolean') return [' t="b"', `<v>${value ? 1 : 0}</v>`]
  return [' t="str"', `<v>${xmlText(writtenText(cut(value ?? '')))}</v>`]
}
