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
    if (choice === 'both') text += isInTable(text, theirs, mine) ? theirs + mine : inTwoBlocks(theirs, mine)
    else text += choice === 'mine' ? mine : theirs
  }
  return endsWithLineFeed ? text : text.replace(/\n$/, '')
}

/** Rows following rows: an empty line would end the table. */
const isInTable = (above: string, ...pieces: readonly string[]): boolean =>
  /\|[^\n]*\n$/.test(above) && pieces.every((piece) => /^(?:[^\n]*\|[^\n]*\n)*$/.test(piece))

function inTwoBlocks(one: string, other: string): string {
  if (one === '' || other === '') return one + other
  const lineFeeds = (/\n*$/.exec(one)?.[0].length ?? 0) + (/^\n*/.exec(other)?.[0].length ?? 0)
  return one + '\n'.repeat(Math.max(0, 2 - lineFeeds)) + other
}
