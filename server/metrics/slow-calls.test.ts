import { expect, it } from 'vitest'
import { SlowCalls } from './slow-calls.ts'

const HOUR_MS = 3_600_000
const START = Date.parse('2026-03-01T09:30:20Z')
const later = (hours: number): Date => new Date(START + hours * HOUR_MS)
const call = (ms: number, requestId = 'request-1') => ({
  ...{ operation: 'page.info', status: 200, ms, requestId, traceparent: '' },
})
const shown = (calls: SlowCalls, hours: number) => calls.list(later(hours)).map(({ ms }) => ms)

it('keeps those that took a second or longer, the slowest first, with the id of their requests', () => {
  const calls = new SlowCalls()
  for (const ms of [999.9, 1_000, 2_500.4, 3]) calls.note(call(ms, `request-${ms}`), later(0))

  expect(calls.list(later(0))).toEqual([
    { at: later(0), operation: 'page.info', status: 200, ms: 2_500, requestId: 'request-2500.4' },
    { at: later(0), operation: 'page.info', status: 200, ms: 1_000, requestId: 'request-1000' },
  ])
})

it('keeps the slowest of each hour, so that a bad one does not hide the others', () => {
  const calls = new SlowCalls()
  calls.note(call(1_100), later(0))
  for (let count = 0; count < 1_000; count += 1) calls.note(call(2_000 + count), later(2))

  expect(shown(calls, 2)).toEqual([...Array.from({ length: 20 }, (_, at) => 2_999 - at), 1_100])
})

it('forgets them after 24 hours, and never shows more than a screen has room for', () => {
  const calls = new SlowCalls()
  for (let hour = 0; hour < 100; hour += 1)
    for (let count = 0; count < 30; count += 1) calls.note(call(1_000 + hour), later(hour))

  const list = calls.list(later(99))
  expect(list).toHaveLength(50)
  expect(Math.min(...list.map(({ at }) => at.getTime()))).toBeGreaterThan(later(75).getTime())
  expect(calls.list(later(200))).toEqual([])
})
