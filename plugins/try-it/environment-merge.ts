import type { Environment } from './environment.ts'

type Variable = Environment['variables'][number]

/**
 * Merges changes to environments made in two windows. A change made in only one is applied; a host stays only if both
 * keep it, because approval cannot be assumed. A change made here is not lost by a deletion there.
 * @param before the common base
 * @returns null when both set a variable to different values
 */
export function mergedEnvironments(
  before: readonly Environment[],
  mine: readonly Environment[],
  theirs: readonly Environment[],
): readonly Environment[] | null {
  const merged: Environment[] = []
  for (const name of new Set([...theirs, ...mine].map((each) => each.name))) {
    const [base, my, their] = [before, mine, theirs].map((list) => list.find((each) => each.name === name))
    const chosen = sideThatChanged(base, my, their)
    if (chosen) merged.push(chosen)
    if (chosen !== null) continue
    const variables = mergedVariables(base?.variables ?? [], my?.variables ?? [], their?.variables ?? [])
    if (variables === null) return null
    merged.push({ name, variables, hosts: mergedHosts(base?.hosts ?? [], my?.hosts ?? [], their?.hosts ?? []) })
  }
  return merged
}

/** Undefined means absent. @returns null when both changed it differently */
function sideThatChanged<T>(base: T | undefined, my: T | undefined, their: T | undefined): T | undefined | null {
  if (isSame(my, base) || isSame(my, their)) return their
  if (isSame(their, base)) return my
  return my === undefined || their === undefined ? (my ?? their) : null
}
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function mergedVariables(
  base: readonly Variable[],
  mine: readonly Variable[],
  theirs: readonly Variable[],
): Variable[] | null {
  const merged: Variable[] = []
  const valuesOf = (list: readonly Variable[]) => new Map(list.map(({ name, value }) => [name, value] as const))
  const [before, my, their] = [valuesOf(base), valuesOf(mine), valuesOf(theirs)]
  for (const name of new Set([...my.keys(), ...their.keys()])) {
    const value = sideThatChanged(before.get(name), my.get(name), their.get(name))
    if (value === null) return null
    if (value !== undefined) merged.push({ name, value })
  }
  return merged
}

function mergedHosts(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  return [...new Set([...theirs, ...mine])].filter((host) =>
    base.includes(host) ? mine.includes(host) && theirs.includes(host) : true,
  )
}
