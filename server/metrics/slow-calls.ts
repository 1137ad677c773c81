import type { AnsweredCall, SlowCall } from '#core/ports/health.ts'

const SLOW_MS = 1_000
const HOUR_MS = 3_600_000
const HOURS_KEPT = 24
/** Per hour, so that one bad hour does not hide the others. */
const MOST_OF_AN_HOUR = 20
const MOST_SHOWN = 50

/** The slowest calls of each of the last 24 hours: constant size, however slow the server is. */
export class SlowCalls {
  readonly #hours = new Map<number, readonly SlowCall[]>()

  note({ operation, status, ms, requestId }: AnsweredCall, at: Date): void {
    if (ms < SLOW_MS) return
    const hour = hourOf(at)
    const known = this.#hours.get(hour) ?? []
    this.#hours.set(
      hour,
      [...known, { at, operation, status, ms: Math.round(ms), requestId }]
        .toSorted(slowestFirst)
        .slice(0, MOST_OF_AN_HOUR),
    )
    for (const old of this.#hours.keys()) if (old < hour - HOURS_KEPT) this.#hours.delete(old)
  }

  /** The slowest first. */
  list(now: Date): readonly SlowCall[] {
    const first = now.getTime() - HOURS_KEPT * HOUR_MS
    return [...this.#hours.values()]
      .flat()
      .filter(({ at }) => at.getTime() > first)
      .toSorted(slowestFirst)
      .slice(0, MOST_SHOWN)
  }
}

const hourOf = (at: Date): number => Math.floor(at.getTime() / HOUR_MS)
const slowestFirst = (a: SlowCall, b: SlowCall): number => b.ms - a.ms
