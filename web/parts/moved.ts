/** The list with one element moved; indexes outside are limited to the nearest end. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const element = list[from]
  if (element === undefined) return list
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, element)
}

/** The index for `moved` that puts the element at `from` beside the one at `target`. */
export function placeBeside(from: number, target: number, side: 'before' | 'after'): number {
  const before = from < target ? target - 1 : target
  return side === 'before' ? before : before + 1
}
