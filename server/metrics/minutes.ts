import { SAMPLED_FIGURES, type AnsweredCall, type HealthPoint, type HealthSample } from '#core/ports/health.ts'

const MINUTE_MS = 60_000
const MINUTES_KEPT = 24 * 60
/** The most points a chart can show. */
const MOST_POINTS = 120
/** Possible minutes per point; the first that results in few enough points is used. */
const STEPS = [1, 5, 15]

/** Upper bounds of the duration buckets, each a quarter above the previous; the last bucket is unbounded. */
const ENDS_MS = Array.from({ length: 44 }, (_, at) => 1.25 ** at)

interface Minute {
  /** Since 1970. */
  readonly number: number
  calls: number
  faults: number
  readonly durations: Uint32Array
  sample: HealthSample | null
}

/** Figures for each minute of the last 24 hours, in memory: constant size, however busy the server is. */
export class Minutes {
  readonly startedAt: Date
  readonly #ring: (Minute | undefined)[] = []

  constructor(startedAt: Date) {
    this.startedAt = startedAt
  }

  note({ status, ms }: AnsweredCall, now: Date): void {
    const minute = this.#minuteOf(now)
    minute.calls += 1
    if (status >= 500) minute.faults += 1
    const at = ENDS_MS.findIndex((end) => ms <= end)
    const place = at < 0 ? ENDS_MS.length : at
    minute.durations[place] = (minute.durations[place] ?? 0) + 1
  }

  /** Within a minute the last value wins. */
  sample(sample: HealthSample, now: Date): void {
    this.#minuteOf(now).sample = sample
  }

  points(now: Date): readonly HealthPoint[] {
    const last = numberOf(now)
    const first = Math.max(numberOf(this.startedAt), last - MINUTES_KEPT + 1)
    const step = STEPS.find((minutes) => (last - first + 1) / minutes <= MOST_POINTS - 1) ?? 15
    const points: HealthPoint[] = []
    // Points are aligned to whole steps, so that they do not change as time passes.
    for (let begin = first - (first % step); begin <= last; begin += step)
      points.push(pointOf(begin, this.#between(Math.max(begin, first), Math.min(begin + step - 1, last))))
    return points
  }

  #between(first: number, last: number): readonly Minute[] {
    const minutes: Minute[] = []
    for (let number = first; number <= last; number += 1) {
      const minute = this.#ring[number % MINUTES_KEPT]
      if (minute?.number === number) minutes.push(minute)
    }
    return minutes
  }

  #minuteOf(now: Date): Minute {
    const number = numberOf(now)
    const known = this.#ring[number % MINUTES_KEPT]
    if (known?.number === number) return known
    const durations = new Uint32Array(ENDS_MS.length + 1)
    return (this.#ring[number % MINUTES_KEPT] = { number, calls: 0, faults: 0, durations, sample: null })
  }
}

const numberOf = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS)

function pointOf(begin: number, minutes: readonly Minute[]): HealthPoint {
  const sum = (value: (minute: Minute) => number): number => minutes.reduce((total, minute) => total + value(minute), 0)
  const counts = [...ENDS_MS, Infinity].map((_, at) => sum(({ durations }) => durations[at] ?? 0))
  const sample = minutes.findLast((minute) => minute.sample !== null)?.sample ?? NOTHING
  return {
    ...sample,
    at: new Date(begin * MINUTE_MS),
    calls: sum(({ calls }) => calls),
    faults: sum(({ faults }) => faults),
    medianMs: durationAt(counts, 0.5),
    slowMs: durationAt(counts, 0.95),
  }
}

const NOTHING = Object.fromEntries(SAMPLED_FIGURES.map((figure) => [figure, null])) as HealthSample

/** The upper bound of the bucket that contains this percentile. */
function durationAt(counts: readonly number[], part: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let soFar = 0
  const at = counts.findIndex((count) => (soFar += count) >= part * total)
  return Math.round(ENDS_MS[Math.min(at, ENDS_MS.length - 1)] ?? 0)
}
