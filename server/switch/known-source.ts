import type { NotedSource } from './note.ts'

/** The one of these that a ShowDoc with such marks is; undefined for none. */
export const knownSource = (sources: readonly NotedSource[], marks: readonly string[]): NotedSource | undefined =>
  sources.find((source) => areMostOf(source.marks, marks)) ?? sources.find((source) => areLeftOf(source.marks, marks))

/** Whether at least half of the known items exist there; true for none only if there are none. */
function areMostOf(known: readonly string[], marks: readonly string[]): boolean {
  const there = new Set(marks)
  const same = known.filter((mark) => there.has(mark)).length
  return known.length === 0 ? marks.length === 0 : same * 2 >= known.length
}

/**
 * Whether these are what is left of the known items where most were deleted for good, and new ones: some of them are
 * known by the times at which they were made, and none has the number of a known one that was made at another time.
 */
function areLeftOf(known: readonly string[], marks: readonly string[]): boolean {
  const came = new Set(known)
  const numbers = new Set(known.map(numberIn))
  const again = marks.filter((mark) => numbers.has(numberIn(mark)))
  return again.every((mark) => came.has(mark)) && again.some((mark) => !mark.endsWith(' '))
}

const numberIn = (mark: string): string => mark.split(' ', 1)[0] ?? ''
