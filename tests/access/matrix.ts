import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { OperationTable } from '#core/operation.ts'
import { restPath } from '#server/rest/calls.ts'
import { ITEM_CALLS } from './item-calls.ts'
import { OWN_CALLS } from './own-calls.ts'
import { CALLERS, ROLES, TEAM_ROLES } from './roles.ts'
import { TEAM_CALLS } from './team-calls.ts'

/** What a cell of the matrix says, and the numbers of its refusals (D07); another number stands for itself. */
export const CODES = { L: 10102, X: 10303, D: 10103, M: 10101 } as const
export type Cell = 'A' | 'F' | 'N' | keyof typeof CODES | `${number}`

const FROZEN = ['never', 'archived', 'always', 'open'] as const
export interface Line {
  /** The number of the documented call; '' for calls of our own. */
  readonly id: string
  /** The address below `/api/`, and what tells calls of the same operation apart: `item/add copying the item`. */
  readonly call: string
  /** Which items refuse it to everybody: archived ones (D14), or those of type 3 as well (D15); open when nobody said. */
  readonly frozen: (typeof FROZEN)[number]
  readonly cells: Readonly<Record<string, Cell>>
}

/** A line of the matrix with the call it is about. */
export interface Row<C> extends Line {
  /** `{group}.{name}` in the table of operations. */
  readonly operation: string
  readonly make: C
}

const FILE = path.join(import.meta.dirname, '../access-matrix.md')
const [, ...sections] = readFileSync(FILE, 'utf8').split(/^## /m)

/** The tables of `tests/access-matrix.md`: by people of an item, of a team, of an item a team is bound to, and by anybody. */
export const MATRIX = {
  item: linesOf(0, Object.keys(ROLES)),
  team: linesOf(1, Object.keys(TEAM_ROLES)),
  teamOfItem: linesOf(2, Object.keys(ROLES)),
  own: linesOf(3, CALLERS),
}

export const addressOf = ({ call }: Pick<Line, 'call'>): string => call.split(' ')[0] ?? ''

/** The lines whose operations are built, each with the way to call it. @throws Error for one that nobody said how to call */
export const rowsFor = (table: OperationTable) => {
  const operations = new Map(
    Object.entries(table).flatMap(([group, own]) =>
      Object.entries(own).map(([name, operation]) => [
        restPath(group, name, operation).toLowerCase(),
        `${group}.${name}`,
      ]),
    ),
  )
  const rowsOf = <C>(lines: readonly Line[], calls: Readonly<Record<string, C>>): readonly Row<C>[] =>
    lines.flatMap((line) => {
      const operation = operations.get(addressOf(line).toLowerCase())
      if (operation === undefined) return []
      const make = calls[line.call]
      if (make === undefined) throw new Error(`nothing in tests/access says how to call ${line.call}`)
      return [{ ...line, operation, make }]
    })
  return {
    operations,
    item: rowsOf(MATRIX.item, ITEM_CALLS),
    team: rowsOf(MATRIX.team, TEAM_CALLS),
    teamOfItem: rowsOf(MATRIX.teamOfItem, TEAM_CALLS),
    own: rowsOf(MATRIX.own, OWN_CALLS),
  }
}
export type Rows = ReturnType<typeof rowsFor>

/** The rows of all tables of a section; the head of a table names its columns. */
function linesOf(section: number, roles: readonly string[]): readonly Line[] {
  const rows = (sections[section] ?? '').split('\n').filter((line) => line.startsWith('|'))
  let head: readonly string[] = []
  return rows.flatMap((row) => {
    const cells = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    if (cells[0] === 'no.') head = cells
    if (cells[0] === 'no.' || /^-+$/.test(cells[0] ?? '')) return []
    const at = (column: string): string => cells[head.indexOf(column)] ?? ''
    const own = Object.fromEntries(roles.map((role) => [role, at(role)]))
    if (!areCells(own) || cells.length !== head.length) throw new Error(`this is no row of the access matrix: ${row}`)
    const frozen = FROZEN.find((word) => word === at('frozen')) ?? 'open'
    return [{ id: at('no.').replace('–', ''), call: at('call'), frozen, cells: own }]
  })
}

function areCells(texts: Readonly<Record<string, string>>): texts is Readonly<Record<string, Cell>> {
  return Object.values(texts).every((text) => /^([AFNLXDM]|\d{5})$/.test(text))
}
