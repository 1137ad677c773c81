import { withReferences } from '../formula/references.ts'
import { columnOf, rowOf, type Sheet } from '../workbook.ts'

/** Where the rows and columns of a sheet are in a later state of it; null where they were deleted. */
export interface Moves {
  readonly areNone: boolean
  row(row: number): number | null
  column(column: number): number | null
}

/** What was inserted or removed between two states of a sheet, determined from its texts. */
export function movesBetween(before: Sheet, after: Sheet): Moves {
  const rows = movedLines(linesOf(before, rowOf), linesOf(after, rowOf))
  const columns = movedLines(linesOf(before, columnOf), linesOf(after, columnOf))
  return {
    areNone: rows === null && columns === null,
    row: (row) => placeIn(rows, row),
    column: (column) => placeIn(columns, column),
  }
}

/** The content of rows or columns by number, in the order of the other direction, whose numbers may have changed. */
type Lines = ReadonlyMap<number, string>

function linesOf({ cells }: Sheet, lineOf: (place: number) => number): Lines {
  const lines = new Map<number, string[]>()
  for (const place of [...cells.keys()].toSorted((one, other) => one - other)) {
    const text = cells.get(place)?.text ?? ''
    if (text === '') continue
    // Programs adapt the references when they insert rows.
    const known = text.startsWith('=') ? withReferences(text, () => ({ row: 0, column: 0 })) : text
    const line = lines.get(lineOf(place))
    if (line) line.push(known)
    else lines.set(lineOf(place), [known])
  }
  return new Map([...lines].map(([at, texts]) => [at, texts.join('\n')]))
}

/** This many lines from `from` on; `to` is null for deleted ones. In order, and without gaps to the end. */
interface Stretch {
  readonly from: number
  readonly to: number | null
}

const placeIn = (stretches: readonly Stretch[] | null, line: number): number | null => {
  if (!stretches) return line
  const found = stretches.findLast(({ from }) => from <= line)
  return found ? (found.to === null ? null : found.to + line - found.from) : line
}

/** Null when nothing moved, or the difference can also be expressed without moves. */
function movedLines(before: Lines, after: Lines): readonly Stretch[] | null {
  const anchors = anchorsOf(before, after)
  if (anchors.every(([from, to]) => from === to)) return null
  const stretches = stretchesOf(anchors, before, after)
  const moves = stretches.filter(({ to }) => to !== null).length - 1
  const isLikely = strangeness(before, after, stretches) + moves < strangeness(before, after, null)
  return isLikely ? stretches : null
}

/** Lines that are unique on both sides, as many as are in the same order. */
function anchorsOf(before: Lines, after: Lines): readonly (readonly [number, number])[] {
  const places = onlyPlaces(after)
  const pairs = [...onlyPlaces(before)]
    .flatMap(([text, from]) => {
      const to = places.get(text)
      return to === undefined ? [] : [[from, to] as const]
    })
    .toSorted(([one], [other]) => one - other)
  return longestRising(pairs)
}

function onlyPlaces(lines: Lines): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of lines.values()) counts.set(text, (counts.get(text) ?? 0) + 1)
  return new Map([...lines].flatMap(([at, text]) => (counts.get(text) === 1 ? [[text, at] as const] : [])))
}

function longestRising(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const ends: number[] = []
  const before: number[] = []
  for (const [at, [, to]] of pairs.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < to) low = middle + 1
      else high = middle
    }
    before[at] = low > 0 ? (ends[low - 1] ?? -1) : -1
    ends[low] = at
  }
  const rising: (readonly [number, number])[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at]
    if (pair) rising.push(pair)
  }
  return rising.toReversed()
}

function stretchesOf(anchors: readonly (readonly [number, number])[], before: Lines, after: Lines): readonly Stretch[] {
  const stretches: Stretch[] = [{ from: 0, to: 0 }]
  let [lastFrom, lastTo] = [-1, -1]
  for (const [from, to] of anchors) {
    const added = to - lastTo - (from - lastFrom)
    if (added !== 0) {
      const gap = Math.min(from - lastFrom, to - lastTo) - 1
      const kept = bestSplit(gap, { before, after, from: lastFrom + 1, to: lastTo + 1, added })
      const at = lastFrom + 1 + kept
      if (added < 0) stretches.push({ from: at, to: null })
      stretches.push(
        added < 0 ? { from: at - added, to: lastTo + 1 + kept } : { from: at, to: lastTo + 1 + kept + added },
      )
    }
    ;[lastFrom, lastTo] = [from, to]
  }
  return stretches
}

interface Gap {
  readonly before: Lines
  readonly after: Lines
  readonly from: number
  readonly to: number
  readonly added: number
}

/** How many of the lines between two anchors precede what was inserted or removed: the number with the most matches. */
function bestSplit(gap: number, { before, after, from, to, added }: Gap): number {
  const isAlike = (at: number, isBehind: boolean): boolean => {
    const [one, other] = isBehind
      ? [before.get(from + at + Math.max(0, -added)), after.get(to + at + Math.max(0, added))]
      : [before.get(from + at), after.get(to + at)]
    return one === other
  }
  let alike = 0
  for (let at = 0; at < gap; at += 1) if (isAlike(at, true)) alike += 1
  let [best, most] = [0, alike]
  for (let at = 0; at < gap; at += 1) {
    alike += Number(isAlike(at, false)) - Number(isAlike(at, true))
    if (alike >= most) [best, most] = [at + 1, alike]
  }
  return best
}

/** How many lines differ if nothing else changed. */
function strangeness(before: Lines, after: Lines, stretches: readonly Stretch[] | null): number {
  const met = new Set<number>()
  let count = 0
  for (const [at, text] of before) {
    const to = placeIn(stretches, at)
    if (to !== null && after.get(to) === text) met.add(to)
    else count += 1
  }
  for (const at of after.keys()) if (!met.has(at)) count += 1
  return count
}
