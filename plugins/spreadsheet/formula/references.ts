import { addressOf, cellAt } from '../addresses.ts'
import { isWithin } from '../workbook.ts'

/** A reference to a cell in a formula. */
export interface Reference {
  /** Null for the sheet of the formula. */
  readonly sheet: string | null
  readonly row: number
  readonly column: number
  /** Written with a `$`: not changed when the formula is copied elsewhere. */
  readonly isRowFixed: boolean
  readonly isColumnFixed: boolean
}

const SHEET = String.raw`(?:'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!`
const PIECES = new RegExp(
  [
    String.raw`"(?:[^"]|"")*"`,
    String.raw`\d+\.?\d*(?:[eE][-+]?\d+)?`,
    String.raw`(?<sheet>${SHEET})?(?<columnSign>\$?)(?<letters>[A-Za-z]{1,3})(?<rowSign>\$?)(?<digits>[1-9]\d{0,6})(?![\p{L}\p{N}_.(!])`,
    String.raw`[\p{L}_$][\p{L}\p{N}_.$]*`,
  ].join('|'),
  'gu',
)

/** The formula with its references replaced by `moved`; those without a target become `#REF!`. */
export function withReferences(
  formula: string,
  moved: (reference: Reference) => { readonly row: number; readonly column: number } | null,
): string {
  let sheet: string | null = null
  return formula.replaceAll(PIECES, (piece, ...rest: unknown[]) => {
    const found = rest.at(-1) as Readonly<Record<string, string | undefined>>
    const cell = found['digits'] === undefined ? null : cellAt(`${found['letters']}${found['digits']}`)
    if (!cell) return piece
    const at = Number(rest.at(-3))
    // The second corner is in the sheet of the first.
    if (found['sheet'] !== undefined || formula[at - 1] !== ':') sheet = sheetNamed(found['sheet'])
    const isRowFixed = found['rowSign'] === '$'
    const isColumnFixed = found['columnSign'] === '$'
    const now = moved({ sheet, ...cell, isRowFixed, isColumnFixed })
    if (now && now.row === cell.row && now.column === cell.column) return piece
    if (!now || !isWithin(now.row, now.column)) return `${found['sheet'] ?? ''}#REF!`
    const [, letters = '', digits = ''] = /^([A-Z]+)(\d+)$/.exec(addressOf(now.row, now.column)) ?? []
    return `${found['sheet'] ?? ''}${isColumnFixed ? '$' : ''}${letters}${isRowFixed ? '$' : ''}${digits}`
  })
}

const SHEET_PIECES = new RegExp(String.raw`"(?:[^"]|"")*"|(?<sheet>${SHEET})`, 'gu')

/** The formula with its sheet names replaced by `renamed`. */
export function withSheetNames(formula: string, renamed: (name: string) => string): string {
  return formula.replaceAll(SHEET_PIECES, (piece, ...rest: unknown[]) => {
    const name = sheetNamed((rest.at(-1) as Readonly<Record<string, string | undefined>>)['sheet'])
    const now = name === null ? null : renamed(name)
    return now === null || now === name ? piece : `'${now.replaceAll("'", "''")}'!`
  })
}

function sheetNamed(prefix: string | undefined): string | null {
  if (prefix === undefined) return null
  const name = prefix.slice(0, -1)
  return name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name
}
