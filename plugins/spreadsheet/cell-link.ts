import { linkAddress } from '#plugins/format-tools/api.ts'
import { cellAt } from './addresses.ts'
import { formulaIn, type Expression } from './formula/parsed.ts'
import { placeOf, type Cell } from './workbook.ts'

/** The address a cell leads to, stored with it or typed as `=HYPERLINK("address", …)`; '' for none. */
export function linkOf({ text, style, link = '' }: Cell): string {
  if (text === '') return ''
  if (link !== '' || style.format === 'text' || !/^=\s*HYPERLINK\s*\(/i.test(text)) return link
  return typedLink(formulaIn(text)) ?? ''
}

function typedLink(formula: Expression | null): string | null {
  if (formula?.kind !== 'call' || formula.name !== 'HYPERLINK') return null
  const [address] = formula.parameters
  return address?.kind === 'constant' ? cellLink(String(address.value)) : null
}

/** An address that a cell may lead to: elsewhere, or `#Sheet!A1` for a cell of the workbook; '' for any other. */
export const cellLink = (text: string): string => (placeIn(text) ? text : linkAddress(text))

/** The address of a link that leads out of the workbook; '' for any other. */
export const outsideLink = (cell: Cell): string => {
  const link = linkOf(cell)
  return link.startsWith('#') ? '' : link
}

export interface LinkedPlace {
  readonly sheet: string
  readonly place: number
}

const PLACE =
  /^#(?:'((?:[^'\p{Cc}]|''){1,150})'|([^'!\p{Cc}]{1,150}))!\$?([A-Z]{1,3})\$?([1-9]\d{0,6})(?::\$?[A-Z]{1,3}\$?\d{1,7})?$/iu

/** The sheet and the first cell that a link leads to; null for one that leads elsewhere. */
export function placeIn(link: string): LinkedPlace | null {
  const [, quoted, plain = '', column = '', row = ''] = PLACE.exec(link) ?? []
  const at = cellAt(`${column}${row}`)
  return at && { sheet: quoted?.replaceAll("''", "'") ?? plain, place: placeOf(at.row, at.column) }
}

/** The same link, to a sheet of another name. */
export function withSheet(link: string, nameOf: (name: string) => string): string {
  const found = placeIn(link)
  const name = found && nameOf(found.sheet)
  return name === null || name === found?.sheet
    ? link
    : `#'${name.replaceAll("'", "''")}'${link.slice(link.lastIndexOf('!'))}`
}
