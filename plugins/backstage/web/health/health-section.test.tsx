// @vitest-environment jsdom
import { act } from 'react'
import { expect, it } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import { HealthSection } from './health-section.tsx'

const MEGABYTE = 1024 * 1024
const point = (minute: number) => ({
  at: `2026-03-01T09:3${minute}:00.000Z`,
  calls: 60,
  faults: 0,
  medianMs: null,
  slowMs: null,
  peopleActive: 2,
  jobsWaiting: 0,
  jobsFailed: 1,
  tasksRunning: 0,
  databaseBytes: 9 * MEGABYTE,
  memoryBytes: (200 + minute) * MEGABYTE,
  freeBytes: null,
  articlesInMemory: 75,
  menusInMemory: null,
})

it('draws the figures of the server, with tables of all values, and runs a failed job again', async () => {
  const asked: unknown[] = []
  const failed = [
    {
      jobId: 5,
      name: 'account.sendInvitation',
      attempts: 8,
      reason: 'no such mailbox',
      failedAt: '2026-03-01T09:31:00.000Z',
    },
  ]
  const { place } = await mounted(<HealthSection />, {
    'health.read': () => ({
      ...{ server: 'docs:4000', startedAt: '2026-03-01T09:30:20.000Z', since: '2026-03-01T09:30:20.000Z' },
      hasRoom: true,
      redis: null,
      points: [point(0), point(1), point(2)],
      slowCalls: [
        { at: '2026-03-01T09:31:00.000Z', operation: 'page.search', status: 503, ms: 2_540, requestId: 'request-9' },
      ],
      errors: [{ at: '2026-03-01T09:31:00.000Z', said: 'a call failed', kind: 'TypeError', requestId: 'request-7' }],
    }),
    'health.failedJobs': () => ({ jobs: failed, total: failed.length }),
    'health.runAgain': (input) => {
      asked.push(input)
      failed.splice(0)
      return {}
    },
  })
  await until(() => place.textContent?.includes('no such mailbox'))

  const charts = [...place.querySelectorAll('figure')]
  expect(charts).toHaveLength(10)
  for (const chart of charts) expect(chart.querySelector('svg[role=img]')?.getAttribute('aria-label')).toBeTruthy()
  const [memory, disk] = charts.slice(7)
  expect(memory?.querySelector('path')?.getAttribute('d')).toMatch(/^M0 \S+L150 \S+L300 0$/)
  // It cannot be determined how much is free.
  expect([disk?.querySelector('path')?.getAttribute('d'), disk?.querySelector('dd')?.textContent]).toEqual(['', '–'])
  expect(place.textContent).toContain('request-7')
  expect(place.querySelector('[role=alert]')).toBeNull()
  const slow = place.querySelector('[aria-labelledby=health-slow-calls] tbody tr')?.textContent
  expect(slow).toContain('page.search')
  expect(slow).toContain('request-9')
  expect(charts[6]?.textContent).toContain('health.cacheArticles')
  expect(place.querySelector('.state-badge')).toBeNull()

  const details = memory?.querySelector('details')
  await act(async () => details?.querySelector('summary')?.click())
  await until(() => details?.querySelector('tbody'))
  expect(details?.querySelectorAll('tbody tr')).toHaveLength(3)

  await act(async () => place.querySelector<HTMLButtonElement>('.table button')?.click())
  await until(() => !place.textContent?.includes('no such mailbox'))
  expect(asked).toEqual([{ jobId: 5 }])
})

it('says that the disk of the server is nearly full', async () => {
  const { place } = await mounted(<HealthSection />, {
    'health.read': () => ({
      ...{ server: 'docs:4000', startedAt: '2026-03-01T09:30:20.000Z', since: '2026-03-01T09:30:20.000Z' },
      hasRoom: false,
      redis: null,
      points: [point(0)],
      slowCalls: [],
      errors: [],
    }),
    'health.failedJobs': () => ({ jobs: [], total: 0 }),
  })

  await until(() => place.querySelector('[role=alert]'))

  expect(place.querySelector('[role=alert]')?.textContent).toBe('health.diskFull')
})

it.each([
  [{ isReachable: true, roundTripMs: 0.42 }, ['health.redisReachable', 'health.redisText', 'health.ms']],
  [{ isReachable: false, roundTripMs: null }, ['health.redisAway', 'health.redisAwayText', '–']],
])('says of a Redis that is %j how it is, since when, and what works without it', async (state, words) => {
  const { place } = await mounted(<HealthSection />, {
    'health.read': () => ({
      ...{ server: 'docs:4000', startedAt: '2026-03-01T09:30:20.000Z', since: '2026-03-01T09:30:20.000Z' },
      hasRoom: true,
      redis: { ...state, since: '2026-03-01T09:31:00.000Z' },
      points: [point(0)],
      slowCalls: [],
      errors: [],
    }),
    'health.failedJobs': () => ({ jobs: [], total: 0 }),
  })

  await until(() => place.querySelector('.state-badge'))

  const row = place.querySelector('[aria-labelledby=health-services] tbody tr')
  expect(row?.querySelector('.state-badge')?.textContent).toBe(words[0])
  for (const word of words) expect(row?.textContent).toContain(word)
  expect(row?.querySelector('time')?.getAttribute('datetime')).toBe('2026-03-01T09:31:00.000Z')
})
