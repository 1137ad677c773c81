import { diffArrays } from 'diff'
import { unmarked, wordChanges, type LinePart, type Sides } from './marked.ts'
import { pairs, textLikeness, type Pair } from './pairs.ts'
import type { TextTable } from './pieces.ts'

export type ChangeKind = 'same' | 'changed' | 'removed' | 'added'
/** A cell before and after; null where its column or row did not exist. */
export interface ComparedCell {
  readonly kind: ChangeKind
  readonly before: readonly LinePart[] | null
  readonly after: readonly LinePart[] | null
}
export interface ComparedRow {
  readonly kind: ChangeKind
  readonly cells: readonly ComparedCell[]
}
export interface ComparedTable {
  readonly head: readonly ComparedCell[]
  readonly rows: readonly ComparedRow[]
}
type Row = readonly string[]

const TIMEOUT_MS = 500

/** Two versions of one table, cell by cell; added and deleted columns and rows are marked as such. */
export function tableChanges(before: TextTable, after: TextTable): ComparedTable {
  const columns = matched(before.head, after.head)
  const rows = matchedRows(before.rows, after.rows, columns)
  return {
    head: columns.map(([from, to]) => comparedCell(textAt(before.head, from), textAt(after.head, to))),
    rows: rows.map(([from, to]) => comparedRow(from, to, columns)),
  }
}

/** The similarity of two tables, by their column names and content. */
export const tableLikeness = (a: TextTable, b: TextTable): number =>
  Math.max(textLikeness(a.head.join(' '), b.head.join(' ')), textLikeness(a.lines.join(' '), b.lines.join(' ')))

type Column = Pair<number>

function matched(before: Row, after: Row): readonly Column[] {
  const columns: Column[] = []
  const count = { before: 0, after: 0 }
  const changes = diffArrays([...before], [...after])
  for (const [at, { added, removed, value }] of changes.entries()) {
    const replacing = removed ? changes[at + 1] : undefined
    // Their replacements have been handled together with them.
    if (added && changes[at - 1]?.removed) continue
    const there = replacing?.added ? replacing.value.length : 0
    const here = value.length
    const fromBefore = added ? 0 : here
    const fromAfter = removed ? there : here
    for (let n = 0; n < Math.max(fromBefore, fromAfter); n += 1) {
      const from = n < fromBefore ? count.before++ : null
      const to = n < fromAfter ? count.after++ : null
      if (from !== null) columns.push([from, to] as Column)
      else if (to !== null) columns.push([null, to])
    }
  }
  return columns
}

function matchedRows(before: readonly Row[], after: readonly Row[], columns: readonly Column[]): readonly Pair<Row>[] {
  const both = columns.filter((column): column is Sides<number> => column[0] !== null && column[1] !== null)
  const keyOf = (side: 0 | 1) => (row: Row) => JSON.stringify(both.map((column) => row[column[side]] ?? ''))
  const changes = diffArrays(before.map(keyOf(0)), after.map(keyOf(1)), { timeout: TIMEOUT_MS })
  const likeness = (a: Row, b: Row): number => rowLikeness(both.map(([from, to]) => [a[from] ?? '', b[to] ?? '']))
  if (!changes) return pairs(before, after, likeness)
  const found: Pair<Row>[] = []
  let [i, j] = [0, 0]
  let gone: readonly Row[] = []
  for (const { added, removed, value } of changes) {
    const [from, to] = [before.slice(i, i + value.length), after.slice(j, j + value.length)]
    if (removed) gone = from
    else {
      found.push(...(added ? pairs(gone, to, likeness) : [...pairs<Row>(gone, [], likeness), ...together(from, to)]))
      gone = []
    }
    if (!added) i += value.length
    if (!removed) j += value.length
  }
  return [...found, ...pairs<Row>(gone, [], likeness)]
}

const together = (from: readonly Row[], to: readonly Row[]): readonly Pair<Row>[] =>
  from.map((row, at): Pair<Row> => [row, to[at] ?? row])

/** A row is identified by its first cell, which usually is a name, else by most of its cells. */
function rowLikeness(cells: readonly Sides<string>[]): number {
  const [first] = cells
  if (first && first[0] !== '' && first[0] === first[1]) return 1
  const alike = cells.filter(([from, to]) => from !== '' && from === to).length
  return Math.max(alike / Math.max(1, cells.length), first ? 0.9 * textLikeness(...first) : 0)
}

function comparedRow(from: Row | null, to: Row | null, columns: readonly Column[]): ComparedRow {
  const cells = columns.map(([before, after]) => comparedCell(from && textAt(from, before), to && textAt(to, after)))
  if (from === null) return { kind: 'added', cells }
  if (to === null) return { kind: 'removed', cells }
  // An added or deleted column does not make a row changed.
  return { kind: cells.some(({ kind }) => kind === 'changed') ? 'changed' : 'same', cells }
}

function comparedCell(before: string | null, after: string | null): ComparedCell {
  if (before === null) return { kind: 'added', before: null, after: unmarked(after ?? '') }
  if (after === null) return { kind: 'removed', before: unmarked(before), after: null }
  const [from, to] = wordChanges(before, after)
  return { kind: before === after ? 'same' : 'changed', before: from, after: to }
}

const textAt = (row: Row, column: number | null): string | null => (column === null ? null : (row[column] ?? ''))
