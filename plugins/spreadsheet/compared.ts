import { memberOf } from '#plugins/format-tools/api.ts'
import { addressOf, areaName, columnName } from './addresses.ts'
import { readWorkbook, type ReadSheet, type ReadWorkbook } from './read-workbook.ts'
import { columnOf, PLAIN, rowOf, type Cell, type CellStyle } from './workbook.ts'

/** Members of a sheet whose meaning is compared; of all others the letters are. */
export const UNDERSTOOD: readonly string[] = ['name', 'freeze', 'styles', 'merges', 'rows', 'cols']

/**
 * A workbook in lines to be compared, one for each cell, so that a changed cell is a changed line, and nothing that is
 * stored is left out.
 */
export function comparedLines(content: string): string {
  const workbook = readWorkbook(content)
  if (workbook.sheets.length === 0 || !workbook.isWhole || workbook.isCut) return content
  return workbook.sheets.flatMap((sheet) => linesOf(workbook, sheet)).join('\n')
}

function linesOf({ content }: ReadWorkbook, sheet: ReadSheet): readonly string[] {
  const { name, frozen, merges, widths, heights, cells, node } = sheet
  const about: string[] = [name]
  if (frozen.rows > 0 || frozen.columns > 0) about.push(`${name}!freeze: ${addressOf(frozen.rows, frozen.columns)}`)
  for (const merge of merges) about.push(`${name}!merge: ${areaName(merge)}`)
  for (const [column, width] of widths) about.push(`${name}!${columnName(column)}: ${width} px`)
  for (const [row, height] of heights) about.push(`${name}!${row + 1}: ${height} px`)
  for (const entry of node.kind === 'object' ? node.entries : [])
    if (!UNDERSTOOD.includes(entry.name))
      about.push(`${name}!${entry.name}: ${content.slice(entry.node.start, entry.node.end).replaceAll(/\s+/g, ' ')}`)
  const places = [...cells.keys()].toSorted((one, other) => one - other)
  return [...about, ...places.flatMap((place) => lineOf(name, place, cells.get(place)))]
}

const lineOf = (name: string, place: number, cell: Cell | undefined): readonly string[] =>
  cell === undefined || isEmpty(cell)
    ? []
    : [`${name}!${addressOf(rowOf(place), columnOf(place))}: ${describedCell(cell)}`]

const isEmpty = ({ text, style }: Cell): boolean => text === '' && describedStyle(style) === ''

/** A cell in one line, its look behind its text. */
export function describedCell({ text, style }: Cell): string {
  const look = describedStyle(style)
  const line = text.replaceAll(/\r\n?|\n/g, ' ⏎ ')
  return look === '' ? line : `${line} {${look}}`
}

function describedStyle(style: CellStyle): string {
  return (Object.keys(PLAIN) as (keyof CellStyle)[])
    .filter((field) => style[field] !== PLAIN[field])
    .map((field) => (style[field] === true ? LOOKS[field] : `${LOOKS[field]} ${style[field]}`))
    .join('; ')
}
const LOOKS: Readonly<Record<keyof CellStyle, string>> = {
  isBold: 'bold',
  isItalic: 'italic',
  isUnderlined: 'underline',
  isStruck: 'strike',
  wraps: 'wrap',
  color: 'color',
  background: 'background',
  align: 'align',
  verticalAlign: 'valign',
  fontSize: 'size',
  fontName: 'font',
  format: 'format',
}

/** A member of a sheet to the letter; '' where it is not there. */
export function rawMember({ content }: ReadWorkbook, sheet: ReadSheet, name: string): string {
  const found = memberOf(sheet.node, name)?.node
  return found ? content.slice(found.start, found.end) : ''
}
