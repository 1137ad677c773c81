import { diffLines, diffWordsWithSpace } from 'diff'

/** A stretch of a line; `isChanged` where the other side differs. */
export interface LinePart {
  readonly text: string
  readonly isChanged: boolean
}
export interface DiffLine {
  /** From 1. */
  readonly number: number
  readonly parts: readonly LinePart[]
}
/** One line beside its counterpart; null where the other side has none. */
export interface DiffRow {
  readonly kind: 'same' | 'changed' | 'removed' | 'added'
  readonly before: DiffLine | null
  readonly after: DiffLine | null
}

/** Longer comparisons would hold up the browser. */
const TIMEOUT_MS = 2_000
const LONGEST_LINE = 5_000

/** Line by line what changed, changed lines word by word; null when the texts differ too much to compare in time. */
export function lineChanges(before: string, after: string): readonly DiffRow[] | null {
  const changes = diffLines(ended(before), ended(after), { timeout: TIMEOUT_MS })
  if (!changes) return null
  const rows: DiffRow[] = []
  const count = { before: 0, after: 0 }
  for (let at = 0; at < changes.length; at += 1) {
    const change = changes[at]
    if (!change) continue
    const lines = linesOf(change.value)
    if (!change.added && !change.removed) {
      for (const text of lines) rows.push(sameRow(text, ++count.before, ++count.after))
      continue
    }
    const next = changes[at + 1]
    const isReplaced = change.removed && next?.added
    const removed = change.removed ? lines : []
    const added = change.added ? lines : isReplaced ? linesOf(next.value) : []
    if (isReplaced) at += 1
    for (let line = 0; line < Math.max(removed.length, added.length); line += 1) {
      rows.push(changedRow(removed[line], added[line], count))
    }
  }
  return rows
}

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
const linesOf = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n')
const whole = (text: string): readonly LinePart[] => [{ text, isChanged: false }]

const sameRow = (text: string, before: number, after: number): DiffRow => ({
  kind: 'same',
  before: { number: before, parts: whole(text) },
  after: { number: after, parts: whole(text) },
})

function changedRow(
  removed: string | undefined,
  added: string | undefined,
  count: { before: number; after: number },
): DiffRow {
  if (removed !== undefined && added !== undefined) {
    const [before, after] = wordChanges(removed, added)
    return {
      kind: 'changed',
      before: { number: ++count.before, parts: before },
      after: { number: ++count.after, parts: after },
    }
  }
  if (removed !== undefined) {
    return { kind: 'removed', before: { number: ++count.before, parts: whole(removed) }, after: null }
  }
  return { kind: 'added', before: null, after: { number: ++count.after, parts: whole(added ?? '') } }
}

function wordChanges(before: string, after: string): readonly [readonly LinePart[], readonly LinePart[]] {
  if (Math.max(before.length, after.length) > LONGEST_LINE) return [whole(before), whole(after)]
  // Chinese has no blanks between words: the segmenter knows where they are.
  const intlSegmenter = new Intl.Segmenter('zh', { granularity: 'word' })
  const words = diffWordsWithSpace(before, after, { intlSegmenter })
  const side = (skipped: 'added' | 'removed') =>
    words
      .filter((word) => !word[skipped])
      .map(({ value, added, removed }) => ({ text: value, isChanged: added || removed }))
  return [side('added'), side('removed')]
}
