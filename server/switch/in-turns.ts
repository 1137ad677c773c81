import { setImmediate } from 'node:timers/promises'

/** The longest time others wait, plus one step. */
const TURN_MS = 10

/** Processes rows as they are read, and yields the thread in between. */
export async function inTurns<T>(rows: Iterable<T>, take: (row: T) => void): Promise<void> {
  let since = performance.now()
  for (const row of rows) {
    take(row)
    if (performance.now() - since < TURN_MS) continue
    await setImmediate()
    since = performance.now()
  }
}

/** All rows, read with such pauses. */
export async function allInTurns<T>(rows: Iterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  await inTurns(rows, (row) => void all.push(row))
  return all
}
