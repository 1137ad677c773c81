import { setImmediate } from 'node:timers/promises'

/** So long others wait, and one step longer at most. */
const TURN_MS = 10

/** Goes through rows that are read meanwhile, and gives others the thread in between. */
export async function inTurns<T>(rows: Iterable<T>, take: (row: T) => void): Promise<void> {
  let since = performance.now()
  for (const row of rows) {
    take(row)
    if (performance.now() - since < TURN_MS) continue
    await setImmediate()
    since = performance.now()
  }
}

/** All of them, read in turns. */
export async function allInTurns<T>(rows: Iterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  await inTurns(rows, (row) => void all.push(row))
  return all
}
