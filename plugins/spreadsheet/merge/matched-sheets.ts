import type { ReadSheet, ReadWorkbook } from '../read-workbook.ts'
import { StoredSheet } from './stored-sheet.ts'

/** What became of each sheet of the base in a later state, by its position there; null for a deleted one. */
export interface MatchedSheets {
  readonly places: readonly (number | null)[]
  /** The positions of new ones. */
  readonly added: readonly number[]
}

/** Sheets are identified by their names, and renamed ones by their content or position. */
export function matchedSheets(base: ReadWorkbook, later: ReadWorkbook): MatchedSheets {
  const byName = new Map(later.sheets.map(({ name }, at) => [name, at]))
  const places = base.sheets.map(({ name }) => byName.get(name) ?? null)
  const left = new Set(later.sheets.keys())
  for (const at of places) if (at !== null) left.delete(at)
  const pairs = base.sheets.flatMap((_, from) =>
    places[from] === null ? [...left].map((to) => ({ from, to, likeness: likeness(base, from, later, to) })) : [],
  )
  for (const { from, to } of pairs
    .filter((pair) => pair.likeness > 0)
    .toSorted((one, other) => other.likeness - one.likeness)) {
    if (places[from] !== null || !left.has(to)) continue
    places[from] = to
    left.delete(to)
  }
  return { places, added: [...left].toSorted((one, other) => one - other) }
}

/**
 * From 0 to 1, by how much of a sheet is still there. Less than half is enough at the same position, and an empty sheet
 * matches there.
 */
function likeness(base: ReadWorkbook, from: number, later: ReadWorkbook, to: number): number {
  const [before, now] = [base.sheets[from], later.sheets[to]]
  if (!before || !now) return 0
  const things = thingsIn(base, before)
  const present = thingsIn(later, now)
  const kept = [...things].filter(([name, meaning]) => present.get(name) === meaning).length
  if (things.size === 0) return from === to ? 1 / 4 : 0
  const share = kept / things.size
  return share >= 1 / 2 || from === to ? share : 0
}

/** The parts that identify a sheet. */
function thingsIn(workbook: ReadWorkbook, sheet: ReadSheet): ReadonlyMap<string, string> {
  const things = new Map<string, string>()
  for (const [place, { text }] of sheet.cells) if (text !== '') things.set(String(place), text)
  for (const [name, { meaning }] of new StoredSheet(workbook, sheet).rest())
    if (!/^(?:\[\]|\{\}|""|null|"A1")$/.test(meaning)) things.set(name, meaning)
  return things
}
