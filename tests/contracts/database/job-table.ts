import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { later, NOW, type Opener } from './things.ts'

const NO_CLAIM = { id: 0, attempts: 0 }

/** The outbox and the table that runners take jobs from. */
export function jobTableContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  afterEach(async () => {
    for (const job of await database.jobTable.claim(later(1e9), 1, 100)) await database.jobTable.complete(job)
  })
  const claim = async (now = NOW, limit = 10) => database.jobTable.claim(now, 1_000, limit)

  describe('the job table', () => {
    it('gives a job to one of many who claim, until its lease ends', async () => {
      await database.jobs.enqueue('mail', { to: 1 })

      const claims = (await Promise.all(Array.from({ length: 6 }, () => claim()))).flat()

      expect(claims).toEqual([{ id: expect.any(Number), name: 'mail', payload: { to: 1 }, attempts: 1 }])
      expect(await database.jobTable.nextDueAt()).toEqual(later(1_000))
      expect(await claim(later(999))).toEqual([])
      expect(await claim(later(1_000))).toEqual([{ ...claims[0], attempts: 2 }])
    })

    it('gives those due longest first, and none before its time', async () => {
      await database.jobs.enqueue('late', {}, { runAt: later(10) })
      await database.jobs.enqueue('early', {}, { runAt: later(5) })
      await database.jobs.enqueue('now', {})

      expect(await claim(NOW)).toMatchObject([{ name: 'now' }])
      expect(await database.jobTable.nextDueAt()).toEqual(later(5))
      expect(await claim(later(10), 1)).toMatchObject([{ name: 'early' }])
      expect(await claim(later(10))).toMatchObject([{ name: 'late' }])
    })

    it('keeps one job of a key until that job is done', async () => {
      await database.jobs.enqueue('sweep', { n: 1 }, { once: 'daily' })
      await database.jobs.enqueue('sweep', { n: 2 }, { once: 'daily' })
      const [job] = await claim()
      await database.jobs.enqueue('sweep', { n: 3 }, { once: 'daily' })
      expect(job?.payload).toEqual({ n: 1 })
      expect(await claim()).toEqual([])

      if (job) await database.jobTable.complete(job)
      await database.jobs.enqueue('sweep', { n: 4 }, { once: 'daily' })

      expect(await claim()).toMatchObject([{ payload: { n: 4 } }])
    })

    it('gives a failed job again at its time, and never once it is given up', async () => {
      await database.jobs.enqueue('flaky', {}, { once: 'flaky' })
      const id = (await claim())[0]?.id ?? 0

      await database.jobTable.fail({ id, attempts: 1 }, 'try again', later(50))
      expect(await claim(later(49))).toEqual([])
      expect(await claim(later(50))).toMatchObject([{ id, attempts: 2 }])

      await database.jobTable.fail({ id, attempts: 2 }, 'gave up', null)
      expect(await claim(later(1e9))).toEqual([])
      expect(await database.jobTable.nextDueAt()).toBeNull()
      await database.jobs.enqueue('flaky', {}, { once: 'flaky' })
      expect(await claim()).toHaveLength(1)
    })

    it('prolongs, completes and fails a job for the newest claim alone', async () => {
      await database.jobs.enqueue('long', {})
      const [first] = await claim()
      expect(await database.jobTable.prolong(first ?? NO_CLAIM, later(5_000))).toEqual(first)
      expect(await claim(later(4_999))).toEqual([])
      const [second] = await claim(later(5_000))

      expect(await database.jobTable.prolong(first ?? NO_CLAIM, later(1e9))).toBeNull()
      await database.jobTable.fail(first ?? NO_CLAIM, 'late', null)
      await database.jobTable.complete(first ?? NO_CLAIM)

      expect(await database.jobTable.nextDueAt()).toEqual(later(6_000))
      await database.jobTable.complete(second ?? NO_CLAIM)
      expect(await database.jobTable.nextDueAt()).toBeNull()
    })

    it('gives jobs of some names, or of any', async () => {
      for (const name of ['import', 'mail', 'export']) await database.jobs.enqueue(name, {}, { runAt: later(1) })
      const names = ['import', 'export']

      expect(await database.jobTable.claim(later(1), 1_000, 1, ['mail'])).toMatchObject([{ name: 'mail' }])
      expect(await database.jobTable.nextDueAt(['mail'])).toEqual(later(1_001))
      expect(await database.jobTable.nextDueAt(names)).toEqual(later(1))
      expect(await database.jobTable.nextDueAt([])).toBeNull()
      expect(await database.jobTable.claim(later(1), 1_000, 9, [])).toEqual([])
      expect(await database.jobTable.claim(later(1), 1_000, 9, names)).toMatchObject([
        { name: 'import' },
        { name: 'export' },
      ])
    })

    it('has no job of a transaction that was undone', async () => {
      await database
        .transaction(async (store) => {
          await store.jobs.enqueue('never', {})
          throw new Error('undo')
        })
        .catch(() => undefined)

      expect(await claim()).toEqual([])
    })
  })
}
