import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { HealthSample } from '#core/ports/health.ts'
import { Minutes } from './minutes.ts'

const MINUTE = 60_000
const START = new Date('2026-03-01T09:30:20Z')
const later = (minutes: number): Date => new Date(START.getTime() + minutes * MINUTE)
const call = (ms: number, status = 200) => ({
  operation: 'page.info',
  status,
  ms,
  requestId: 'request-1',
  traceparent: '',
})
const SAMPLE: HealthSample = {
  peopleActive: 3,
  jobsWaiting: 0,
  jobsFailed: 1,
  tasksRunning: 0,
  databaseBytes: 9_000_000,
  memoryBytes: 200_000_000,
  freeBytes: null,
  articlesInMemory: 80,
  menusInMemory: null,
}

it('begins with the start of the server, minute by minute', () => {
  const minutes = new Minutes(START)
  minutes.note(call(4), START)
  minutes.note(call(4, 503), later(2))
  minutes.sample(SAMPLE, later(2))

  const points = minutes.points(later(2))

  expect(points.map(({ at, calls, faults }) => [at.toISOString().slice(11, 16), calls, faults])).toEqual([
    ['09:30', 1, 0],
    ['09:31', 0, 0],
    ['09:32', 1, 1],
  ])
  expect(points.map(({ peopleActive, medianMs }) => [peopleActive, medianMs !== null])).toEqual([
    [null, true],
    [null, false],
    [3, true],
  ])
})

it('says within a quarter how long half of the calls took, and 95 of a hundred', () => {
  const minutes = new Minutes(START)
  for (let ms = 1; ms <= 1_000; ms += 1) minutes.note(call(ms), START)

  const [point] = minutes.points(START)

  expect(point?.medianMs).toBeGreaterThanOrEqual(500)
  expect(point?.medianMs).toBeLessThanOrEqual(500 * 1.25)
  expect(point?.slowMs).toBeGreaterThanOrEqual(950)
  expect(point?.slowMs).toBeLessThanOrEqual(950 * 1.25)
})

it('keeps every call of the last 24 hours once, and none of before, in as many points as a chart has room for', () => {
  const age = fc.integer({ min: 0, max: 3 * 24 * 60 })

  fc.assert(
    fc.property(fc.array(age, { maxLength: 60 }), age, (calls, until) => {
      const minutes = new Minutes(START)
      const happened = calls.filter((at) => at <= until).toSorted((a, b) => a - b)
      for (const at of happened) minutes.note(call(5), later(at))

      const points = minutes.points(later(until))

      expect(points.length).toBeLessThanOrEqual(120)
      const counted = points.reduce((sum, point) => sum + point.calls, 0)
      expect(counted).toBe(happened.filter((at) => until - at < 24 * 60).length)
      const times = points.map(({ at }) => at.getTime())
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
    }),
  )
})
