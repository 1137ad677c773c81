import { z } from 'zod'
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

const count = z.int().min(0)
/** Minutes as a file keeps them. Of the durations only buckets that are not empty, with their place. */
export const StoredMinutes = z.object({
  /** What the samples are of, in their order. */
  figures: z.array(z.string()),
  minutes: z.array(
    z.object({
      number: count,
      calls: count,
      faults: count,
      durations: z.array(z.tuple([count.max(ENDS_MS.length), count])),
      sample: z.array(z.number().nullable()).nullable(),
    }),
  ),
})
export type StoredMinutes = z.output<typeof StoredMinutes>

/** Figures for each minute of the last 24 hours, in memory: constant size, however busy the server is. */
export class Minutes {
  readonly startedAt: Date
  #since: Date
  readonly #ring: (Minute | undefined)[] = []

  constructor(startedAt: Date) {
    this.startedAt = startedAt
    this.#since = startedAt
  }

  /** When the figures begin: with the start of the server, or before, when a run before has left some. */
  since(now: Date): Date {
    return new Date(Math.max(this.#since.getTime(), (numberOf(now) - MINUTES_KEPT + 1) * MINUTE_MS))
  }

  stored(now: Date): StoredMinutes {
    const last = numberOf(now)
    const minutes = this.#between(last - MINUTES_KEPT + 1, last).map(({ durations, sample, ...counts }) => ({
      ...counts,
      durations: [...durations].flatMap((times, at): [number, number][] => (times > 0 ? [[at, times]] : [])),
      sample: sample && SAMPLED_FIGURES.map((figure) => sample[figure]),
    }))
    return { figures: [...SAMPLED_FIGURES], minutes }
  }

  /** Takes over what a run before has stored. To be called before anything is noted. */
  restore({ figures, minutes }: StoredMinutes, now: Date): void {
    const last = numberOf(now)
    for (const { durations, sample, ...counts } of minutes) {
      if (counts.number > last || counts.number <= last - MINUTES_KEPT) continue
      const minute = { ...this.#newMinute(counts.number), ...counts }
      for (const [at, times] of durations) minute.durations[at] = times
      if (sample) minute.sample = { ...NOTHING, ...sampleOf(figures, sample) }
      this.#ring[counts.number % MINUTES_KEPT] = minute
      this.#since = new Date(Math.min(this.#since.getTime(), counts.number * MINUTE_MS))
    }
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
    const first = numberOf(this.since(now))
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
    return (this.#ring[number % MINUTES_KEPT] = this.#newMinute(number))
  }

  #newMinute(number: number): Minute {
    const durations = new Uint32Array(ENDS_MS.length + 1)
    return { number, calls: 0, faults: 0, durations, sample: null }
  }
}

/** Another version may have measured other figures. */
const sampleOf = (figures: readonly string[], values: readonly (number | null)[]): Partial<HealthSample> =>
  Object.fromEntries(
    figures.flatMap((figure, at) => (figure in NOTHING ? [[figure, values[at] ?? null] as const] : [])),
  )

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
