import { diffArrays } from 'diff'
import { unmarked, wordChanges, type LinePart } from './marked.ts'
import { pairs, textLikeness, type Pair } from './pairs.ts'
import { piecesOf, type Piece, type TextLine } from './pieces.ts'
import { tableChanges, tableLikeness, type ChangeKind, type ComparedTable } from './table-changes.ts'

export interface DiffLine {
  /** From 1. */
  readonly number: number
  readonly parts: readonly LinePart[]
}
/** A line and its counterpart; null where the other side has none. */
export interface DiffRow {
  readonly kind: ChangeKind
  readonly before: DiffLine | null
  readonly after: DiffLine | null
}
interface Begins {
  /** Number of the change that starts here, from 1; null elsewhere. */
  readonly change: number | null
}
export type Entry =
  | ({ readonly of: 'row'; readonly row: DiffRow } & Begins)
  | ({ readonly of: 'table'; readonly table: ComparedTable } & Begins)
  /** Unchanged lines far from any change; `before` and `after` are the numbers of the first one. */
  | { readonly of: 'gap'; readonly before: number; readonly after: number; readonly lines: number }
export interface Comparison {
  readonly entries: readonly Entry[]
  readonly changes: number
}

export interface Patience {
  /** Time limit for the comparison line by line. */
  readonly linesMs: number
  /** Once it is exceeded, changed lines are no longer compared word by word. */
  isOver(): boolean
}

/** Context lines around a change. */
const AROUND = 3

/** The changes between two texts; null when they differ too much to be compared in time. */
export function comparisonOf(before: string, after: string, patience: Patience): Comparison | null {
  const [from, to] = [piecesOf(before), piecesOf(after)]
  const changes = diffArrays(from.map(keyOf), to.map(keyOf), { timeout: patience.linesMs })
  if (!changes) return null
  const found: Pair<Piece>[] = []
  let [i, j] = [0, 0]
  let gone: readonly Piece[] = []
  for (const { added, removed, value } of changes) {
    const [here, there] = [from.slice(i, i + value.length), to.slice(j, j + value.length)]
    if (removed) gone = here
    else if (added) {
      for (const pair of pairs(gone, there, pieceLikeness)) found.push(pair)
      gone = []
    } else {
      for (const piece of gone) found.push([piece, null])
      gone = []
      here.forEach((piece, at) => found.push([piece, there[at] ?? piece]))
    }
    if (!added) i += value.length
    if (!removed) j += value.length
  }
  for (const piece of gone) found.push([piece, null])
  return entriesOf(found, patience)
}

const keyOf = (piece: Piece): string => (piece.kind === 'line' ? piece.text : `\n${piece.lines.join('\n')}`)

function pieceLikeness(a: Piece, b: Piece): number {
  if (a.kind === 'table' && b.kind === 'table') return tableLikeness(a, b)
  return a.kind === 'line' && b.kind === 'line' ? textLikeness(a.text, b.text) : 0
}

type Compared = { readonly row: DiffRow } | { readonly table: ComparedTable }

function entriesOf(found: readonly Pair<Piece>[], patience: Patience): Comparison {
  const isSame = found.map(([from, to]) => from !== null && to !== null && keyOf(from) === keyOf(to))
  const compared = found.flatMap(([from, to], at): readonly (Compared & { isSame: boolean })[] =>
    isSame[at] ? sameRows(from, to) : changedParts(from, to, patience).map((part) => ({ ...part, isSame: false })),
  )
  const near = nearChanges(compared.map((part) => part.isSame))
  const entries: Entry[] = []
  let changes = 0
  for (const [at, { isSame: same, ...part }] of compared.entries()) {
    const change = !same && (at === 0 || compared[at - 1]?.isSame) ? (changes += 1) : null
    if ('table' in part) entries.push({ of: 'table', table: part.table, change })
    else if (near[at]) entries.push({ of: 'row', row: part.row, change })
    else addToGap(entries, part.row)
  }
  return { entries, changes }
}

function addToGap(entries: Entry[], { before, after }: DiffRow): void {
  const last = entries.at(-1)
  if (last?.of === 'gap') entries[entries.length - 1] = { ...last, lines: last.lines + 1 }
  else entries.push({ of: 'gap', before: before?.number ?? 0, after: after?.number ?? 0, lines: 1 })
}

/** Which of them are changes or close to one. */
function nearChanges(isSame: readonly boolean[]): readonly boolean[] {
  const near = isSame.map(() => false)
  for (const [at, same] of isSame.entries())
    if (!same) near.fill(true, Math.max(0, at - AROUND), Math.min(near.length, at + AROUND + 1))
  return near
}

function linesIn(piece: Piece | null): readonly TextLine[] {
  if (piece === null) return []
  if (piece.kind === 'line') return [piece]
  return piece.lines.map((text, at) => ({ kind: 'line', number: piece.number + at, text }))
}
const whole = ({ number, text }: TextLine): DiffLine => ({ number, parts: unmarked(text) })

function sameRows(from: Piece | null, to: Piece | null) {
  const others = linesIn(to)
  return linesIn(from).map((line, at) => {
    const row: DiffRow = { kind: 'same', before: whole(line), after: whole(others[at] ?? line) }
    return { row, isSame: true }
  })
}

function changedParts(from: Piece | null, to: Piece | null, patience: Patience): readonly Compared[] {
  if (from?.kind === 'table' && to?.kind === 'table') return [{ table: tableChanges(from, to) }]
  if (from?.kind === 'line' && to?.kind === 'line') {
    const [before, after] = patience.isOver()
      ? [unmarked(from.text), unmarked(to.text)]
      : wordChanges(from.text, to.text)
    const sides = { before: { number: from.number, parts: before }, after: { number: to.number, parts: after } }
    return [{ row: { kind: 'changed', ...sides } }]
  }
  return [
    ...linesIn(from).map((line) => ({ row: { kind: 'removed', before: whole(line), after: null } as const })),
    ...linesIn(to).map((line) => ({ row: { kind: 'added', before: null, after: whole(line) } as const })),
  ]
}
