import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { later, NOW, type Opener } from './things.ts'

/** The outbox and the table that runners take jobs from. */
export function jobTableContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  afterEach(async () => {
    for (const { id } of await database.jobTable.claim(later(1e9), 1, 100)) await database.jobTable.complete(id)
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

      await database.jobTable.complete(job?.id ?? 0)
      await database.jobs.enqueue('sweep', { n: 4 }, { once: 'daily' })

      expect(await claim()).toMatchObject([{ payload: { n: 4 } }])
    })

    it('gives a failed job again at its time, and never once it is given up', async () => {
      await database.jobs.enqueue('flaky', {}, { once: 'flaky' })
      const id = (await claim())[0]?.id ?? 0

      await database.jobTable.fail(id, 'try again', later(50))
      expect(await claim(later(49))).toEqual([])
      expect(await claim(later(50))).toMatchObject([{ id, attempts: 2 }])

      await database.jobTable.fail(id, 'gave up', null)
      expect(await claim(later(1e9))).toEqual([])
      expect(await database.jobTable.nextDueAt()).toBeNull()
      await database.jobs.enqueue('flaky', {}, { once: 'flaky' })
      expect(await claim()).toHaveLength(1)
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
