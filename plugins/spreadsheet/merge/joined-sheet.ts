import { addressOf, areaAt, areaName, columnName } from '../addresses.ts'
import { describedCell } from '../compared.ts'
import { withReferences } from '../formula/references.ts'
import { columnOf, placeOf, rowOf, type Area } from '../workbook.ts'
import { SheetChanges } from './changed-sheet.ts'
import { areSame, joinedMembers, type Members, type MemberSides } from './members.ts'
import { movesBetween, type Moves } from './moved-lines.ts'
import { movedPlace, placesOf, textMember, type StoredSheet } from './stored-sheet.ts'

/** Chooses between the host's state and the other one. */
export type Decide = (shown: { readonly host: string; readonly other: string }) => 'host' | 'other'

export interface SheetSides {
  /** Null when both sides added a sheet of this name. */
  readonly base: StoredSheet | null
  /** The state that is changed. Its inserted and removed rows and columns are taken into account. */
  readonly host: StoredSheet
  /** Uses the rows and columns of the base. */
  readonly other: StoredSheet
  readonly moves: Moves
}

/**
 * The JSON of the host with everything that only the other side changed; null when that side changed something the host
 * has deleted, so that one of both must be chosen as a whole.
 */
export function joinedSheet(sides: SheetSides, decide: Decide): string | null {
  const joining = new Joining(sides, decide)
  return joining.isPossible() ? joining.raw() : null
}

/** The `Moves` of a sheet in which nothing was inserted or removed. */
const UNMOVED: Moves = { areNone: true, row: (row) => row, column: (column) => column }

/** The side that inserted or removed rows or columns; null when both did, but differently. */
export function movesOf(
  base: StoredSheet | null,
  mine: StoredSheet,
  theirs: StoredSheet,
): { readonly host: 'mine' | 'theirs'; readonly moves: Moves } | null {
  if (!base) return { host: 'theirs', moves: UNMOVED }
  const [own, their] = [movesBetween(base.sheet, mine.sheet), movesBetween(base.sheet, theirs.sheet)]
  if (own.areNone) return { host: 'theirs', moves: their }
  return their.areNone ? { host: 'mine', moves: own } : null
}

class Joining {
  readonly #sides: SheetSides
  readonly #decide: Decide
  readonly #changes: SheetChanges
  readonly #name: string

  constructor(sides: SheetSides, decide: Decide) {
    this.#sides = sides
    this.#decide = decide
    this.#changes = new SheetChanges(sides.host)
    this.#name = sides.host.sheet.name
  }

  /** Whether everything the other side changed still has a place. */
  isPossible(): boolean {
    const { base, other, moves } = this.#sides
    if (moves.areNone || !base) return true
    const places = placesOf(base.sheet, other.sheet)
    const areCells = places.every((place) => movedPlace(place, moves) !== null || base.hasSameCell(other, place))
    const isRow = (row: number) => moves.row(row) !== null || areSame(base.row(row), other.row(row))
    const isColumn = (column: number) =>
      moves.column(column) !== null || areSame(base.column(column), other.column(column))
    const { added, removed } = this.#changedAreas()
    const areAreas = [...added, ...removed].every((area) => movedArea(area, moves) !== null)
    return areCells && areAreas && other.rowNumbers().every(isRow) && other.columnNumbers().every(isColumn)
  }

  raw(): string {
    this.#cells()
    this.#areas()
    this.#measures()
    this.#rest()
    return this.#changes.raw()
  }

  #cells(): void {
    const { base, host, other, moves } = this.#sides
    for (const before of placesOf(base?.sheet ?? other.sheet, other.sheet)) {
      const place = movedPlace(before, moves)
      if (place === null || base?.hasSameCell(other, before)) continue
      const cells = this.#moved({
        base: base?.cell(before) ?? NONE,
        host: host.cell(place),
        other: other.cell(before),
      })
      if (areSame(cells.base, cells.other)) continue
      const joined = joinedMembers(cells)
      const preferred = joined.isDisputed
        ? this.#decide({
            host: this.#described(place, host, cells.host, place),
            other: this.#described(place, other, cells.other, before),
          })
        : 'host'
      this.#changes.cell(place, joined.changes(preferred))
    }
  }

  /** References that programs adapt when they insert rows are not a change. */
  #moved({ base, host, other }: MemberSides): MemberSides {
    const { moves } = this.#sides
    if (moves.areNone) return { base, host, other }
    const moved = (cell: Members): Members => {
      const text: unknown = JSON.parse(cell.get('text')?.raw ?? '""')
      if (typeof text !== 'string' || !text.startsWith('=')) return cell
      return new Map(cell).set('text', textMember(this.#movedFormula(text)))
    }
    const isKept = base.get('text')?.meaning === host.get('text')?.meaning && base.size > 0
    return isKept && base.get('text')?.meaning === other.get('text')?.meaning
      ? { base, host, other }
      : { base: isKept ? base : moved(base), host, other: moved(other) }
  }

  #movedFormula(formula: string): string {
    const { moves, other } = this.#sides
    return withReferences(formula, ({ sheet, row, column }) => {
      if (sheet !== null && sheet !== other.sheet.name) return { row, column }
      const [toRow, toColumn] = [moves.row(row), moves.column(column)]
      return toRow === null || toColumn === null ? null : { row: toRow, column: toColumn }
    })
  }

  #described(place: number, { sheet }: StoredSheet, members: Members, at: number): string {
    const cell = sheet.cells.get(at)
    if (!cell || members.size === 0) return ''
    return `${this.#name}!${addressOf(rowOf(place), columnOf(place))}: ${describedCell(cell, members)}`
  }

  #changedAreas(): { readonly added: readonly Area[]; readonly removed: readonly Area[] } {
    const { base, other } = this.#sides
    const [before, now] = [base?.sheet.merges ?? [], other.sheet.merges]
    return { added: without(now, before), removed: without(before, now) }
  }

  #areas(): void {
    const { host, moves } = this.#sides
    const { added, removed } = this.#changedAreas()
    if (added.length === 0 && removed.length === 0) return
    const moved = (areas: readonly Area[]) => areas.flatMap((area) => movedArea(area, moves) ?? [])
    const left = without(host.sheet.merges, moved(removed))
    const kept = new Map(left.map((area) => [areaName(area), area]))
    for (const area of moved(added)) {
      if (kept.has(areaName(area))) continue
      const inTheWay = [...kept.values()].filter((there) => areOverlapping(there, area))
      const shown = (areas: readonly Area[]) => areas.map((each) => `${this.#name}!${areaName(each)}`).join(', ')
      if (inTheWay.length > 0 && this.#decide({ host: shown(inTheWay), other: shown([area]) }) === 'host') continue
      for (const there of inTheWay) kept.delete(areaName(there))
      kept.set(areaName(area), area)
    }
    this.#changes.areas([...kept.values()])
  }

  #measures(): void {
    const { base, host, other, moves } = this.#sides
    for (const row of new Set([...(base?.rowNumbers() ?? []), ...other.rowNumbers()])) {
      const to = moves.row(row)
      if (to === null) continue
      const sides = { base: base?.row(row) ?? NONE, host: host.row(to), other: other.row(row) }
      this.#changes.row(to, this.#joined(sides, `${this.#name}!${to + 1}`))
    }
    for (const column of new Set([...(base?.columnNumbers() ?? []), ...other.columnNumbers()])) {
      const to = moves.column(column)
      if (to === null) continue
      const sides = { base: base?.column(column) ?? NONE, host: host.column(to), other: other.column(column) }
      this.#changes.column(to, this.#joined(sides, `${this.#name}!${columnName(to)}`))
    }
  }

  #rest(): void {
    const { base, host, other } = this.#sides
    for (const list of ['rows', 'cols'] as const) {
      const sides = { base: base?.beside(list) ?? NONE, host: host.beside(list), other: other.beside(list) }
      const changes = new Map(this.#joined(withLargerLength(sides), `${this.#name}!${list}`))
      this.#changes.beside(list, changes)
    }
    const sides = { base: base?.rest() ?? NONE, host: host.rest(), other: other.rest() }
    this.#changes.rest(this.#joined(sides, this.#name))
  }

  #joined(sides: MemberSides, where: string): ReadonlyMap<string, string | null> {
    if (areSame(sides.base, sides.other)) return new Map()
    const joined = joinedMembers(sides)
    if (!joined.isDisputed) return joined.changes('host')
    const shown = (members: Members) =>
      [...members]
        .filter(([name, { meaning }]) => meaning !== sides.base.get(name)?.meaning)
        .map(([name, { raw }]) => `${where}!${name}: ${raw}`)
        .join('\n')
    return joined.changes(this.#decide({ host: shown(sides.host), other: shown(sides.other) }))
  }
}

const NONE: Members = new Map()

/** The number of rows is never a conflict: the larger one is used. */
function withLargerLength({ base, host, other }: MemberSides): MemberSides {
  const [was, one, two] = [base.get('len'), host.get('len'), other.get('len')]
  if (!one || !two || one.meaning === was?.meaning || two.meaning === was?.meaning) return { base, host, other }
  const isLarger = Number(one.raw) >= Number(two.raw)
  const side = new Map(isLarger ? other : host)
  if (isLarger) side.set('len', one)
  else if (was) side.set('len', was)
  else side.delete('len')
  return isLarger ? { base, host, other: side } : { base, host: side, other }
}

const without = (areas: readonly Area[], gone: readonly Area[]): readonly Area[] => {
  const names = new Set(gone.map(areaName))
  return areas.filter((area) => !names.has(areaName(area)))
}

const areOverlapping = (one: Area, other: Area): boolean =>
  one.top <= other.bottom && other.top <= one.bottom && one.left <= other.right && other.left <= one.right

function movedArea({ top, left, bottom, right }: Area, moves: Moves): Area | null {
  const [from, to] = [movedPlace(placeOf(top, left), moves), movedPlace(placeOf(bottom, right), moves)]
  if (from === null || to === null) return null
  return areaAt(`${addressOf(rowOf(from), columnOf(from))}:${addressOf(rowOf(to), columnOf(to))}`)
}
