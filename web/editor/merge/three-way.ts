import { diffArrays } from 'diff'

/** A part of the merged text: settled, or changed by both sides in different ways. */
export type Stretch<T> =
  | { readonly kind: 'settled'; readonly values: readonly T[] }
  | {
      readonly kind: 'conflict'
      readonly base: readonly T[]
      readonly mine: readonly T[]
      readonly theirs: readonly T[]
    }

/** Both sides' changes of the base. Where only one side changed something, that side is used (as in diff3). */
export function threeWayMerge<T>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): Stretch<T>[] {
  const stretches: Stretch<T>[] = []
  const myMatches = matchesOf(base, mine)
  const theirMatches = matchesOf(base, theirs)
  let place = { base: 0, mine: 0, theirs: 0 }

  const take = (end: typeof place): void => {
    stretches.push(
      ...decided(
        base.slice(place.base, end.base),
        mine.slice(place.mine, end.mine),
        theirs.slice(place.theirs, end.theirs),
      ),
    )
    place = end
  }

  // Values common to all three, in order: between two of them there is one decision.
  base.forEach((value, index) => {
    const inMine = myMatches.get(index)
    const inTheirs = theirMatches.get(index)
    if (inMine === undefined || inTheirs === undefined) return
    take({ base: index, mine: inMine, theirs: inTheirs })
    stretches.push({ kind: 'settled', values: [value] })
    place = { base: index + 1, mine: inMine + 1, theirs: inTheirs + 1 }
  })
  take({ base: base.length, mine: mine.length, theirs: theirs.length })
  return joined(stretches)
}

/** The index in the changed values of the value at this index of the base. */
function matchesOf<T>(base: readonly T[], changed: readonly T[]): Map<number, number> {
  const matches = new Map<number, number>()
  let inBase = 0
  let inChanged = 0
  for (const { value, added, removed } of diffArrays([...base], [...changed])) {
    if (!added && !removed) value.forEach((_, offset) => matches.set(inBase + offset, inChanged + offset))
    if (!added) inBase += value.length
    if (!removed) inChanged += value.length
  }
  return matches
}

/** Adjacent changes by different people are not a conflict as long as they can be told apart. */
function decided<T>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): Stretch<T>[] {
  const isInStep = base.length > 1 && base.length === mine.length && base.length === theirs.length
  if (!isInStep) return [settledOrConflict(base, mine, theirs) ?? []].flat()
  return base.flatMap((_, index) => {
    const at = (values: readonly T[]): readonly T[] => values.slice(index, index + 1)
    return settledOrConflict(at(base), at(mine), at(theirs)) ?? []
  })
}

function settledOrConflict<T>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): Stretch<T> | null {
  if (isSame(base, theirs) || isSame(mine, theirs)) return mine.length > 0 ? { kind: 'settled', values: mine } : null
  if (isSame(base, mine)) return theirs.length > 0 ? { kind: 'settled', values: theirs } : null
  return { kind: 'conflict', base, mine, theirs }
}

const isSame = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index])

function joined<T>(stretches: readonly Stretch<T>[]): Stretch<T>[] {
  const result: Stretch<T>[] = []
  for (const stretch of stretches) {
    const before = result.at(-1)
    if (before?.kind === 'settled' && stretch.kind === 'settled') {
      result[result.length - 1] = { kind: 'settled', values: [...before.values, ...stretch.values] }
    } else result.push(stretch)
  }
  return result
}
