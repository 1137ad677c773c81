import { readJson } from '#plugins/format-tools/api.ts'
import { addressOf, areaName, columnName } from './addresses.ts'
import { storedStyle, styleIn } from './cell-style.ts'
import { memberOfValue, type Member, type Members } from './merge/members.ts'
import { StoredSheet } from './merge/stored-sheet.ts'
import { readWorkbook, type ReadSheet, type ReadWorkbook } from './read-workbook.ts'
import { columnOf, PLAIN, rowOf, type Cell, type CellStyle } from './workbook.ts'

/**
 * A workbook in lines to be compared, one for each cell, so that a changed cell is a changed line, and nothing that is
 * stored is left out.
 */
export function comparedLines(content: string): string {
  const workbook = readWorkbook(content)
  if (workbook.sheets.length === 0 || !workbook.isWhole || workbook.isCut) return content
  return workbook.sheets.flatMap((sheet) => linesOf(workbook, sheet)).join('\n')
}

function linesOf(workbook: ReadWorkbook, sheet: ReadSheet): readonly string[] {
  const { name, frozen, merges, widths, heights, cells } = sheet
  const stored = new StoredSheet(workbook, sheet)
  const about: string[] = [name]
  const note = (where: string, members: Members, shown: readonly string[]): void => {
    for (const [member, { raw }] of members)
      if (!shown.includes(member)) about.push(`${name}!${where}${member}: ${raw.replaceAll(/\s+/g, ' ')}`)
  }
  if (frozen.rows > 0 || frozen.columns > 0) about.push(`${name}!freeze: ${addressOf(frozen.rows, frozen.columns)}`)
  for (const merge of merges) about.push(`${name}!merge: ${areaName(merge)}`)
  for (const [column, width] of widths) about.push(`${name}!${columnName(column)}: ${width} px`)
  for (const [row, height] of heights) about.push(`${name}!${row + 1}: ${height} px`)
  note('', stored.rest(), ['freeze'])
  note('rows!', stored.beside('rows'), [])
  note('cols!', stored.beside('cols'), [])
  for (const column of stored.columnNumbers()) note(`${columnName(column)}!`, stored.column(column), ['width'])
  for (const row of stored.rowNumbers()) note(`${row + 1}!`, stored.row(row), ['height'])
  const places = [...cells.keys()].toSorted((one, other) => one - other)
  return [...about, ...places.flatMap((place) => lineOf(stored, place))]
}

function lineOf(stored: StoredSheet, place: number): readonly string[] {
  const { name, cells } = stored.sheet
  const cell = cells.get(place)
  const line = cell ? describedCell(cell, stored.cell(place)) : ''
  return line === '' ? [] : [`${name}!${addressOf(rowOf(place), columnOf(place))}: ${line}`]
}

/** A cell in one line, its look and whatever else is stored of it behind its text. */
export function describedCell({ text, style }: Cell, members: Members): string {
  const look = [describedStyle(style), ...unknownLooks(members.get('style')), ...ownMembers(members)]
  const shown = look.filter((part) => part !== '').join('; ')
  const line = text.replaceAll(/\r\n?|\n/g, ' ⏎ ')
  return shown === '' ? line : `${line} {${shown}}`.trimStart()
}

const ownMembers = (members: Members): readonly string[] =>
  [...members].flatMap(([name, { raw }]) => (name === 'text' || name === 'style' ? [] : [`${name}: ${raw}`]))

/** What a style has that is not understood here. */
function unknownLooks(style: Member | undefined): readonly string[] {
  if (!style?.raw.startsWith('{')) return style ? [`style ${style.raw}`] : []
  const known = storedStyle(styleIn(readJson(style.raw).root ?? undefined))
  return Object.entries(JSON.parse(style.raw) as object).flatMap(([name, value]: [string, unknown]) =>
    isSame(value, known[name]) || isSameBorder(name, value, known) ? [] : [`${name}: ${JSON.stringify(value)}`],
  )
}

/** Colors may be written differently; sides that are not understood are shown as they are. */
const isSameBorder = (name: string, value: unknown, { border }: Readonly<Record<string, unknown>>): boolean =>
  name === 'border' &&
  border !== undefined &&
  Object.keys(value as object).length === Object.keys(border as object).length

/** Members that are not given are as if they were not there. */
const isSame = (value: unknown, known: unknown): boolean =>
  known !== undefined && memberOfValue(value).meaning === memberOfValue(known).meaning

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
  borders: 'border',
}
