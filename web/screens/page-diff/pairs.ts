/** Two corresponding things; null where the other side has none. */
export type Pair<T> = readonly [before: T, after: T] | readonly [before: T, after: null] | readonly [null, after: T]

const LEAST_LIKENESS = 0.4
/** More comparisons would take too long. */
const MOST_COMPARISONS = 40_000
const COMPARED_CHARACTERS = 400

/**
 * Pairs replaced things with their replacements, in order, maximising the total similarity. If there are too many, they
 * are paired by position. @param likeness from 0 to 1
 */
export function pairs<T>(
  before: readonly T[],
  after: readonly T[],
  likeness: (a: T, b: T) => number,
): readonly Pair<T>[] {
  if (before.length * after.length > MOST_COMPARISONS) return inOrder(before, after)
  const best = bestSums(before, after, likeness)
  const found: Pair<T>[] = []
  let [i, j] = [0, 0]
  for (;;) {
    const [one, other] = [before[i], after[j]]
    if (one === undefined && other === undefined) return found
    const here = best.at(i, j)
    if (one !== undefined && (other === undefined || here === best.at(i + 1, j))) {
      found.push([one, null])
      i += 1
    } else if (other !== undefined && (one === undefined || here === best.at(i, j + 1))) {
      found.push([null, other])
      j += 1
    } else if (one !== undefined && other !== undefined) {
      found.push([one, other])
      i += 1
      j += 1
    }
  }
}

/**
 * The similarity of two texts: the share of character pairs that both have, in any language; half when one continues
 * the other.
 */
export function textLikeness(a: string, b: string): number {
  return Math.max(sharedLetters(a, b), goesOn(a.trim(), b.trim()) ? 0.5 : 0)
}

const goesOn = (a: string, b: string): boolean => a !== '' && b !== '' && (a.startsWith(b) || b.startsWith(a))

function sharedLetters(a: string, b: string): number {
  const [ofA, ofB] = [lettersOf(a), lettersOf(b)]
  if (ofA.size === 0 || ofB.size === 0) return a.trim() === b.trim() ? 1 : 0
  let shared = 0
  for (const letters of ofA) if (ofB.has(letters)) shared += 1
  return (2 * shared) / (ofA.size + ofB.size)
}

function lettersOf(text: string): ReadonlySet<string> {
  const start = text.trim().slice(0, COMPARED_CHARACTERS)
  const letters = new Set<string>()
  for (let at = 0; at + 1 < start.length; at += 1) letters.add(start.slice(at, at + 2))
  return letters
}

/** The greatest total similarity of the ends of both lists, by their start. */
function bestSums<T>(before: readonly T[], after: readonly T[], likeness: (a: T, b: T) => number) {
  const width = after.length + 1
  const sums = new Float64Array((before.length + 1) * width)
  const at = (i: number, j: number): number => sums[i * width + j] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const alike = likeness(before[i] as T, after[j] as T)
      const together = alike >= LEAST_LIKENESS ? alike + at(i + 1, j + 1) : 0
      sums[i * width + j] = Math.max(together, at(i + 1, j), at(i, j + 1))
    }
  return { at }
}

function inOrder<T>(before: readonly T[], after: readonly T[]): readonly Pair<T>[] {
  const both = Math.min(before.length, after.length)
  return [
    ...before.slice(0, both).map((one, at): Pair<T> => [one, after[at] as T]),
    ...before.slice(both).map((one): Pair<T> => [one, null]),
    ...after.slice(both).map((other): Pair<T> => [null, other]),
  ]
}
