import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { coreOperations } from '#core/operations.ts'
import { sweep } from '#core/site/sweep.ts'
import { emptied, memoryDatabase } from '#tests/support/database.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const { health } = coreOperations
const NOW = new Date('2026-03-01T09:30:00Z')

let woken = 0
let database: OpenDatabase
beforeAll(async () => {
  database = await memoryDatabase({ onEnqueue: () => (woken += 1) })
})
beforeEach(() => emptied(database))
afterAll(() => database.close())

/** A world in which so many jobs have been given up. */
async function worldWithFailures(reasons: readonly string[], once: string | null = null) {
  const made = await world({ database })
  const ids: number[] = []
  for (const reason of reasons) {
    await database.jobs.enqueue('letters.send', { secret: 'geheim' }, { once })
    const [job] = await database.jobTable.claim(NOW, 60_000, 1)
    if (!job) throw new Error('there is no job')
    await database.jobTable.fail(job, reason, null)
    ids.push(job.id)
  }
  woken = 0
  return { ...made, ids }
}

describe('jobs that were given up', () => {
  it('are listed with their reasons, the last one first, and without what they hold', async () => {
    const { admin } = await worldWithFailures(['mail server away', 'no such mailbox', 'x'.repeat(2_000)])

    const { jobs, total } = await admin.do(health.failedJobs, { count: 2 })
    const rest = await admin.do(health.failedJobs, { count: 2, page: 2 })

    expect([total, jobs.length, rest.jobs.length]).toEqual([3, 2, 1])
    expect(rest.jobs[0]).toMatchObject({ name: 'letters.send', attempts: 1, reason: 'mail server away' })
    expect(jobs[0]?.reason).toHaveLength(500)
    expect(JSON.stringify([jobs, rest])).not.toContain('geheim')
  })

  it('run once more, with the runner told, and the claim of before can end them no more', async () => {
    const { admin, ids } = await worldWithFailures(['away'])
    const [jobId = 0] = ids

    await admin.do(health.runAgain, { jobId })

    expect(woken).toBe(1)
    const [again] = await database.jobTable.claim(NOW, 60_000, 5)
    expect((await admin.do(health.failedJobs, {})).total).toBe(0)
    expect(again).toMatchObject({ id: jobId, attempts: 2 })
    await database.jobTable.complete({ id: jobId, attempts: 1 })
    expect(await database.jobTable.prolong({ id: jobId, attempts: 2 }, NOW)).not.toBeNull()
  })

  it('stay in sight while no server takes them: their plugin may be gone', async () => {
    const { admin, ids } = await worldWithFailures(['away', 'gone'])
    const [jobId = 0] = ids

    await admin.do(health.runAgain, { jobId })

    const { jobs, total } = await admin.do(health.failedJobs, {})
    expect(total).toBe(2)
    expect(jobs.map((job) => [job.jobId, job.failedAt === null])).toEqual([
      [jobId, true],
      [ids[1], false],
    ])
    const [taken] = await database.jobTable.claim(NOW, 60_000, 5)
    if (taken) await database.jobTable.fail(taken, 'away again', new Date(NOW.getTime() + 1_000))
    expect((await admin.do(health.failedJobs, {})).total).toBe(1)
  })

  it('run once more beside work of another plugin that has chosen the same key', async () => {
    const { admin } = await worldWithFailures([])
    await database.jobs.enqueue('letters.send', { n: 1 }, { once: 'round' })
    const [failed] = await database.jobTable.claim(NOW, 60_000, 5, ['letters.send'])
    if (!failed) throw new Error('there is no job')
    await database.jobTable.fail(failed, 'away', null)
    await database.jobs.enqueue('others.work', { n: 2 }, { once: 'round' })

    await admin.do(health.runAgain, { jobId: failed.id })

    const due = await database.jobTable.claim(NOW, 60_000, 5)
    expect(due.map(({ name }) => name).toSorted()).toEqual(['letters.send', 'others.work'])
  })

  it('are forgotten after 90 days', async () => {
    const { admin, clock, services } = await worldWithFailures(['away'])
    const sweepAt = async (time: number): Promise<number> => {
      clock.advance(time - clock.now().getTime())
      await sweep({ store: database, services })
      return (await admin.do(health.failedJobs, {})).total
    }
    // The database says when it failed.
    const end = Date.now() + 90 * 24 * 3_600_000

    expect([await sweepAt(end - 60_000), await sweepAt(end + 60_000)]).toEqual([1, 0])
  })

  it('are removed where another one does the same work, so that it is done once', async () => {
    const { admin, ids } = await worldWithFailures(['away'], 'sweep')
    await database.jobs.enqueue('letters.send', {}, { once: 'sweep' })

    await admin.do(health.runAgain, { jobId: ids[0] ?? 0 })

    expect((await admin.do(health.failedJobs, {})).total).toBe(0)
    const claimed = await database.jobTable.claim(NOW, 60_000, 5)
    expect(claimed.filter(({ name }) => name === 'letters.send')).toHaveLength(1)
  })

  it('and no others can be run again, nor one of them twice', async () => {
    const { admin, ids } = await worldWithFailures(['away'])
    const [jobId = 0] = ids
    await database.jobs.enqueue('waiting', {})
    const waitingId = jobId + 1

    await admin.do(health.runAgain, { jobId })

    expect(await outcomeOf(admin.do(health.runAgain, { jobId }))).toBe('notFound')
    expect(await outcomeOf(admin.do(health.runAgain, { jobId: waitingId }))).toBe('notFound')
  })

  it('run again on the record', async () => {
    const { admin, ids } = await worldWithFailures(['away'])

    await admin.do(health.runAgain, { jobId: ids[0] ?? 0 })

    const { list } = await database.audit.find({}, { page: 1, count: 5 })
    expect(list[0]).toMatchObject({ action: 'job.runAgain', objectKind: 'job', objectId: String(ids[0]) })
  })
})

it('the health of a server begins with its start and has figures at once', async () => {
  const { admin, services, stranger } = await world({ database })
  const call = { operation: 'page.info', status: 500, traceparent: '' }
  services.health.note({ ...call, ms: 12, requestId: 'request-1' })
  services.health.note({ ...call, ms: 1_400, requestId: 'request-2' })

  const { server, points, startedAt, since, slowCalls } = await admin.do(health.read, {})

  expect(slowCalls).toEqual([
    { at: services.clock.now(), operation: 'page.info', status: 500, ms: 1_400, requestId: 'request-2' },
  ])

  expect([server, startedAt, since]).toEqual(['test:4000', services.health.startedAt, startedAt])
  expect(points).toHaveLength(1)
  expect(points[0]).toMatchObject({ calls: 2, faults: 2, peopleActive: 0 })
  expect(points[0]?.memoryBytes).toBeGreaterThan(1_000_000)
  expect(points[0]?.databaseBytes).toBeGreaterThan(1_000_000)
  expect(await outcomeOf(stranger.do(health.read, {}))).toBe('notAllowed')
})
