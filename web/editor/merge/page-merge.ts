import { piecesOf } from './pieces.ts'
import { threeWayMerge, type Stretch } from './three-way.ts'

/** A person's decision about a conflict. */
export type Choice = 'mine' | 'theirs' | 'both'

/** Parts of a page, in order. */
export interface PageMerge {
  readonly stretches: readonly Stretch<string>[]
  readonly conflicts: number
  /** While merging, every text ends with one, so that final blocks can be compared. */
  readonly endsWithLineFeed: boolean
}

/** `base` is the common base of both, `theirs` the stored text. */
export function mergePages(base: string, mine: string, theirs: string): PageMerge {
  const [inBase, inMine, inTheirs] = [base, mine, theirs].map((text) => piecesOf(withLineEnd(text)))
  const stretches = threeWayMerge(inBase ?? [], inMine ?? [], inTheirs ?? [])
  return {
    stretches,
    conflicts: stretches.filter(({ kind }) => kind === 'conflict').length,
    endsWithLineFeed:
      endsWithLineFeed(mine) === endsWithLineFeed(base) ? endsWithLineFeed(theirs) : endsWithLineFeed(mine),
  }
}

const endsWithLineFeed = (text: string): boolean => text === '' || text.endsWith('\n')
const withLineEnd = (text: string): string => (endsWithLineFeed(text) ? text : `${text}\n`)

/** The merged text; null while a conflict is undecided. `choices` are in the order of the conflicts. */
export function mergedText(
  { stretches, endsWithLineFeed }: PageMerge,
  choices: readonly (Choice | null)[],
): string | null {
  let conflict = 0
  let text = ''
  for (const stretch of stretches) {
    if (stretch.kind === 'settled') {
      text += stretch.values.join('')
      continue
    }
    const choice = choices[conflict] ?? null
    conflict += 1
    if (choice === null) return null
    const mine = stretch.mine.join('')
    const theirs = stretch.theirs.join('')
    if (choice === 'both') text += isOneBlock(text, theirs, mine) ? theirs + mine : inTwoBlocks(theirs, mine)
    else text += choice === 'mine' ? mine : theirs
  }
  return endsWithLineFeed ? text : text.replace(/\n$/, '')
}

const isOneBlock = (above: string, one: string, other: string): boolean =>
  isInTable(above, one, other) || areItems(one, other)

/** Rows following rows: an empty line would end the table. */
const isInTable = (above: string, ...pieces: readonly string[]): boolean =>
  /\|[^\n]*\n$/.test(above) && pieces.every((piece) => /^(?:[^\n]*\|[^\n]*\n)*$/.test(piece))

/** Items following items of their list, or within them: an empty line would set all of its items apart. */
function areItems(one: string, other: string): boolean {
  const [first, second] = [one, other].map(itemsIn)
  if (!first || !second) return false
  return first.indent !== second.indent || first.marker === second.marker
}

/** The place and marker of the first item of a piece that only has items and what is within them; null for others. */
function itemsIn(piece: string): { readonly indent: number; readonly marker: string } | null {
  const found = /^( *)(?:([-*+])|\d{1,9}([.)]))[ \n]/.exec(piece)
  const isOnly = piece
    .split('\n')
    .every((line) => line.trim() === '' || /^(?: +\S|(?:[-*+]|\d{1,9}[.)])(?: |$))/.test(line))
  return found && isOnly ? { indent: (found[1] ?? '').length, marker: found[2] ?? found[3] ?? '' } : null
}

function inTwoBlocks(one: string, other: string): string {
  if (one === '' || other === '') return one + other
  const lineFeeds = (/\n*$/.exec(one)?.[0].length ?? 0) + (/^\n*/.exec(other)?.[0].length ?? 0)
  return one + '\n'.repeat(Math.max(0, 2 - lineFeeds)) + other
}
