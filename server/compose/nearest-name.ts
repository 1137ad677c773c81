/** The name that takes the fewest changed letters to become this one; null when none is similar. */
export function nearestName(name: string, names: readonly string[]): string | null {
  const ranked = names
    .map((known) => ({ known, steps: stepsBetween(name.toLowerCase(), known.toLowerCase()) }))
    .toSorted((a, b) => a.steps - b.steps)
  const [best] = ranked
  return best && best.steps <= Math.max(2, name.length / 2) ? best.known : null
}

/** Letters to add, remove or replace. */
function stepsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [down, letter] of [...from].entries()) {
    const next = [down + 1]
    for (const [at, other] of [...to].entries())
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (letter === other ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}
