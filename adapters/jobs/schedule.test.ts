import { expect, it } from 'vitest'
import { nextRun } from './schedule.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** In each the clocks of all these zones are changed. */
const SEASONS = [
  { from: Date.UTC(2026, 2, 1), days: 66 },
  { from: Date.UTC(2026, 9, 1), days: 40 },
]
/** Around the changes, and another one. */
const HOURS = [0, 1, 2, 3, 12]

/** With changes by an hour in both halves of the earth, one by half an hour, one at midnight, and none. */
const ZONES = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Africa/Cairo', 'Asia/Shanghai']

/** The occurrences after one another, as a server plans them. */
function* runs(cron: string, timeZone: string, { from, days }: (typeof SEASONS)[number]): Generator<number> {
  for (let at = nextRun(cron, timeZone, new Date(from)); at !== null; at = nextRun(cron, timeZone, at)) {
    if (at.getTime() >= from + days * DAY_MS) return
    yield at.getTime()
  }
}

it.each(ZONES)('a daily schedule comes once a day, whatever the clocks of its zone do (%s)', (zone) => {
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  for (const season of SEASONS)
    for (const hour of HOURS) {
      const times = [...runs(`0 ${hour} * * *`, zone, season)]
      const days = times.map((at) => dayOf.format(at))

      expect(new Set(days).size, `${hour}:00`).toBe(days.length)
      expect(Math.abs(days.length - season.days), `${hour}:00`).toBeLessThanOrEqual(1)
      for (const [index, at] of times.entries()) {
        const before = times[index - 1]
        if (before !== undefined) expect(Math.abs(at - before - DAY_MS)).toBeLessThanOrEqual(HOUR_MS)
      }
    }
})

it.each(ZONES)('an hourly schedule comes once an hour (%s)', (zone) => {
  for (const season of SEASONS) {
    const times = [...runs('11 * * * *', zone, season)]

    for (const [index, at] of times.entries()) {
      const before = times[index - 1]
      if (before === undefined) continue
      expect(at - before, new Date(at).toISOString()).toBeGreaterThanOrEqual(HOUR_MS / 2)
      expect(at - before, new Date(at).toISOString()).toBeLessThanOrEqual(1.5 * HOUR_MS)
    }
  }
})
