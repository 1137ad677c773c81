import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase, type OpenDatabase } from '#adapters/database/open.ts'
import { JOB_TIMES, type JobSurroundings, type JobTimes } from '#adapters/jobs/job-loop.ts'
import type { JobHandler, JobRunner, JobSchedule } from '#core/ports/jobs.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { layDatabase, memoryDatabase } from '#tests/support/database.ts'
import { spawnScript } from '#tests/support/short-lived.ts'

export type MakeRunner = (surroundings: JobSurroundings, times: Partial<JobTimes>) => JobRunner
/** The lease alone is long: a job that a busy machine has not noted as done by its end is rightly run again. */
export const FAST: Partial<JobTimes> = { leaseMs: 5_000, pollMs: 50, retryMs: 20, attempts: 3, concurrency: 4 }
export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
/** Longer than any run of these tests takes that is not to be late. */
const LIMIT_MS = 60_000
const PATIENCE = { timeout: 20_000, interval: 20 }

export const surroundingsOf = (database: OpenDatabase, log = silentLog): JobSurroundings => ({
  table: database.jobTable,
  outbox: database.jobs,
  clock: { now: () => new Date() },
  log,
  timeZone: 'Asia/Shanghai',
})

/** What every runner of jobs promises. `kind` is how `jobs-child.ts` makes one in a process of its own. */
export function jobsContract(kind: 'embedded' | 'bull', make: MakeRunner): void {
  describe(`jobs: ${kind}`, () => {
    let database: OpenDatabase
    const runners: JobRunner[] = []
    beforeAll(async () => {
      database = await memoryDatabase({ onEnqueue: () => runners.at(-1)?.wake() })
    })
    afterEach(async () => {
      for (const runner of runners.splice(0)) await runner.stop()
    })
    afterAll(() => database.close())

    async function running(
      work: Readonly<Record<string, JobHandler['run']>>,
      schedules: readonly JobSchedule[] = [],
      rest: Partial<JobHandler> = {},
    ): Promise<JobRunner> {
      const runner = make(surroundingsOf(database), FAST)
      runners.push(runner)
      const handlers = Object.entries(work).map(([name, run]) => [name, { limitMs: LIMIT_MS, ...rest, run }] as const)
      await runner.start(new Map(handlers), schedules)
      return runner
    }

    it('runs what a committed transaction enqueued, with its payload', async () => {
      const payloads: object[] = []
      await running({ note: async (payload) => void payloads.push(payload) })

      await database.transaction((store) => store.jobs.enqueue('note', { pageId: 7, title: '你好' }))

      await vi.waitFor(() => expect(payloads).toEqual([{ pageId: 7, title: '你好' }]), PATIENCE)
      await vi.waitFor(async () => expect(await database.jobTable.nextDueAt()).toBeNull(), PATIENCE)
    })

    it('never sees what was rolled back', async () => {
      const ran: object[] = []
      await running({ note: async (payload) => void ran.push(payload) })

      await database
        .transaction(async (store) => {
          await store.jobs.enqueue('note', { kept: false })
          throw new Error('no')
        })
        .catch(() => {})
      await database.jobs.enqueue('note', { kept: true })

      await vi.waitFor(() => expect(ran).toEqual([{ kept: true }]), PATIENCE)
    })

    it('waits until the time that was asked for', async () => {
      let ranAt = 0
      await running({ later: async () => void (ranAt = Date.now()) })
      const runAt = new Date(Date.now() + 400)

      await database.jobs.enqueue('later', {}, { runAt })

      await vi.waitFor(() => expect(ranAt).toBeGreaterThanOrEqual(runAt.getTime()), PATIENCE)
    })

    it('tries again after a failure, each time later', async () => {
      const times: number[] = []
      await running({
        flaky: async () => {
          times.push(Date.now())
          if (times.length < 3) throw new Error('not yet')
        },
      })

      await database.jobs.enqueue('flaky', {})

      await vi.waitFor(() => expect(times).toHaveLength(3), PATIENCE)
      expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(20)
      expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(40)
      await vi.waitFor(async () => expect(await database.jobTable.nextDueAt()).toBeNull(), PATIENCE)
    })

    it('takes no job that only another server can run', async () => {
      const ran: string[] = []
      await running({ mine: async () => void ran.push('mine') })

      await database.jobs.enqueue('of-another', { n: 1 })
      await database.jobs.enqueue('mine', {})
      await vi.waitFor(() => expect(ran).toEqual(['mine']), PATIENCE)

      const [left] = await database.jobTable.claim(new Date(), 1, 1, ['of-another'])
      expect(left).toMatchObject({ payload: { n: 1 }, attempts: 1 })
      if (left) await database.jobTable.complete(left)
    })

    it('leaves a job alone while it cannot be run here, plans none, and runs it once it can', async () => {
      let isReady = false
      const ran: string[] = []
      const note = (name: string): JobHandler => ({ limitMs: LIMIT_MS, run: async () => void ran.push(name) })
      const runner = make(surroundingsOf(database), FAST)
      runners.push(runner)
      const handlers = { mine: note('mine'), off: { ...note('off'), isReady: () => isReady } }
      const schedule = { name: 'off', cron: '0 0 1 1 *' }
      await runner.start(new Map(Object.entries(handlers)), [schedule])

      await database.jobs.enqueue('off', {})
      await database.jobs.enqueue('mine', {})
      await vi.waitFor(() => expect(ran).toEqual(['mine']), PATIENCE)

      // Neither claimed nor planned: the job is due since ever, and it is the only one.
      expect(await database.jobTable.nextDueAt(['off'])).toEqual(new Date(0))
      isReady = true
      await vi.waitFor(() => expect(ran).toEqual(['mine', 'off']), PATIENCE)
      await vi.waitFor(async () => {
        const planned = await database.jobTable.nextDueAt(['off'])
        expect(planned?.getTime()).toBeGreaterThan(Date.now())
      }, PATIENCE)
      await runner.stop()
      const [planned] = await database.jobTable.claim(new Date(Date.now() + 400 * 86_400_000), 1, 2, ['off'])
      if (planned) await database.jobTable.complete(planned)
      expect(await database.jobTable.nextDueAt(['off'])).toBeNull()
    })

    it('gives up after the last attempt and keeps the job as failed', async () => {
      let attempts = 0
      await running({
        hopeless: () => {
          attempts += 1
          return Promise.reject(new Error('never'))
        },
      })

      await database.jobs.enqueue('hopeless', {}, { once: 'hopeless' })

      await vi.waitFor(async () => {
        expect(attempts).toBe(3)
        expect(await database.jobTable.nextDueAt()).toBeNull()
      }, PATIENCE)
    })

    it('never gives up what is to be tried as often as it takes', async () => {
      let attempts = 0
      const stubborn = async (): Promise<void> => {
        attempts += 1
        if (attempts < 6) throw new Error('not yet')
      }
      await running({ stubborn }, [], { isNeverGivenUp: true })

      await database.jobs.enqueue('stubborn', {})

      await vi.waitFor(async () => {
        expect(attempts).toBe(6)
        expect(await database.jobTable.nextDueAt()).toBeNull()
      }, PATIENCE)
    })

    it('drops a second job with the same key while the first waits or runs, and takes it afterwards', async () => {
      let runs = 0
      const gate = Promise.withResolvers<void>()
      await running({
        single: async () => {
          runs += 1
          await gate.promise
        },
      })

      await database.jobs.enqueue('single', {}, { once: 'only' })
      await database.jobs.enqueue('single', {}, { once: 'only' })
      await vi.waitFor(() => expect(runs).toBe(1), PATIENCE)
      await database.jobs.enqueue('single', {}, { once: 'only' })
      gate.resolve()
      await vi.waitFor(async () => expect(await database.jobTable.nextDueAt()).toBeNull(), PATIENCE)
      await database.jobs.enqueue('single', {}, { once: 'only' })

      await vi.waitFor(() => expect(runs).toBe(2), PATIENCE)
    })

    it('[R20] plans a schedule once, in the time zone of the site, however many servers there are', async () => {
      const schedule = { name: 'nightly', cron: '30 3 * * *' }
      const nightly = { nightly: async () => {} }
      await running(nightly, [schedule])
      await running(nightly, [schedule])

      const due = await database.jobTable.nextDueAt()
      const planned = await database.jobTable.claim(new Date(Date.now() + 48 * 3_600_000), 60_000, 10)

      expect(due?.toLocaleTimeString('en-GB', { timeZone: 'Asia/Shanghai' })).toBe('03:30:00')
      expect(planned.map(({ name }) => name)).toEqual(['nightly'])
      for (const job of planned) await database.jobTable.complete(job)
    })

    it('lets no job wait for those that wait for a server elsewhere', async () => {
      const gate = Promise.withResolvers<void>()
      let waiting = 0
      const noted: object[] = []
      const runner = make(surroundingsOf(database), FAST)
      runners.push(runner)
      const letter = async () => {
        waiting += 1
        await gate.promise
      }
      const handlers = new Map<string, JobHandler>([
        ['letter', { limitMs: LIMIT_MS, isOutbound: true, run: letter }],
        ['note', { limitMs: LIMIT_MS, run: async (payload) => void noted.push(payload) }],
      ])
      await runner.start(handlers, [])
      const letters = 2 * JOB_TIMES.concurrency
      for (let at = 0; at < letters; at += 1) await database.jobs.enqueue('letter', { at })
      await vi.waitFor(() => expect(waiting).toBe(JOB_TIMES.outboundConcurrency), PATIENCE)

      await database.jobs.enqueue('note', { at: 'once' })

      await vi.waitFor(() => expect(noted).toEqual([{ at: 'once' }]), PATIENCE)
      expect(waiting).toBe(JOB_TIMES.outboundConcurrency)
      gate.resolve()
      await vi.waitFor(async () => expect(await database.jobTable.nextDueAt()).toBeNull(), PATIENCE)
      expect(waiting).toBe(letters)
    })

    it('goes on with its schedules when a clock that was ahead is set back', async () => {
      let aheadMs = 365 * 24 * 3_600_000
      const clock = { now: () => new Date(Date.now() + aheadMs) }
      const runner = make({ ...surroundingsOf(database), clock }, FAST)
      runners.push(runner)
      const handlers = new Map([['nightly', { limitMs: LIMIT_MS, run: async () => {} }]])
      await runner.start(handlers, [{ name: 'nightly', cron: '30 3 * * *' }])
      const dueMs = async () => ((await database.jobTable.nextDueAt()) ?? new Date(0)).getTime() - Date.now()
      expect(await dueMs()).toBeGreaterThan(24 * 3_600_000)

      aheadMs = 0

      await vi.waitFor(async () => expect(await dueMs()).toBeLessThanOrEqual(24 * 3_600_000), PATIENCE)
      await runner.stop()
      runners.splice(0)
      const planned = await database.jobTable.claim(new Date(Date.now() + 400 * 24 * 3_600_000), 60_000, 10)
      expect(planned.map(({ name }) => name)).toEqual(['nightly', 'nightly'])
      for (const job of planned) await database.jobTable.complete(job)
    })

    it('runs nothing of a schedule twice when the clock is corrected by a little', async () => {
      let aheadMs = 3_600_000 - (Date.now() % 3_600_000) - 1_000
      const clock = { now: () => new Date(Date.now() + aheadMs) }
      const runner = make({ ...surroundingsOf(database), clock }, FAST)
      runners.push(runner)
      let runs = 0
      const handlers = new Map([['hourly', { limitMs: LIMIT_MS, run: async () => void (runs += 1) }]])
      await runner.start(handlers, [{ name: 'hourly', cron: '0 * * * *' }])
      await vi.waitFor(() => expect(runs).toBe(1), PATIENCE)

      aheadMs -= 5_000
      await vi.waitFor(() => expect(clock.now().getTime() % 3_600_000).toBeLessThan(600_000), PATIENCE)

      await runner.stop()
      expect(runs).toBe(1)
      const left = await database.jobTable.claim(new Date(Date.now() + 86_400_000), 60_000, 10)
      for (const job of left) await database.jobTable.complete(job)
    })

    it('finishes what runs when it is stopped, and takes nothing more', async () => {
      const finished: string[] = []
      const started = Promise.withResolvers<void>()
      const runner = await running({
        slow: async () => {
          started.resolve()
          await new Promise((resolve) => setTimeout(resolve, 200))
          finished.push('slow')
        },
        next: async () => void finished.push('next'),
      })
      await database.jobs.enqueue('slow', {})
      await started.promise

      await runner.stop()
      runners.splice(0)
      await database.jobs.enqueue('next', {})
      await new Promise((resolve) => setTimeout(resolve, 200))

      expect(finished).toEqual(['slow'])
      await running({ next: async () => void finished.push('next') })
      await vi.waitFor(() => expect(finished).toEqual(['slow', 'next']), PATIENCE)
    })

    it('holds a job for as long as its run takes', async () => {
      const gate = Promise.withResolvers<void>()
      const started = Promise.withResolvers<void>()
      await running({ slow: () => (started.resolve(), gate.promise) })
      await database.jobs.enqueue('slow', {})
      await started.promise
      const heldUntil = (await database.jobTable.nextDueAt())?.getTime() ?? 0

      const dueAt = async () => (await database.jobTable.nextDueAt())?.getTime() ?? 0
      await vi.waitFor(async () => expect(await dueAt()).toBeGreaterThan(heldUntil), PATIENCE)

      gate.resolve()
      await vi.waitFor(async () => expect(await database.jobTable.nextDueAt()).toBeNull(), PATIENCE)
    })

    it('tells a run that its time is up, and begins no other of the same job until it has ended', async () => {
      const gate = Promise.withResolvers<void>()
      const reasons: unknown[] = []
      let runs = 0
      const late: JobHandler['run'] = async (_, { signal }) => {
        runs += 1
        signal.addEventListener('abort', () => reasons.push(signal.reason))
        await gate.promise
      }
      await running({ late }, [], { limitMs: 50 })
      // All the places there are: what comes after them is run because they were given up.
      const count = FAST.concurrency ?? 0
      for (let n = 0; n < count; n += 1) await database.jobs.enqueue('late', { n })
      await vi.waitFor(() => expect(reasons).toHaveLength(count), PATIENCE)
      await database.jobs.enqueue('late', { n: count })
      await vi.waitFor(() => expect(reasons).toHaveLength(count + 1), PATIENCE)

      expect(reasons).toEqual(Array.from(reasons, () => expect.objectContaining({ why: 'outOfTime' }) as unknown))
      gate.resolve()
      await vi.waitFor(async () => expect(await database.jobTable.nextDueAt()).toBeNull(), PATIENCE)
      expect(runs).toBe(count + 1)
    })

    it('gives long jobs places of their own, and has another server go on with them when it stops', async () => {
      const begun: string[] = []
      const long: JobHandler['run'] = (_, { signal }) => {
        begun.push('long')
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
      }
      const runner = await running({ long }, [], { isLong: true })
      for (let n = 0; n < 9; n += 1) await database.jobs.enqueue('long', { n })
      await vi.waitFor(() => expect(begun).toHaveLength(JOB_TIMES.longConcurrency), PATIENCE)

      await runner.stop()
      runners.splice(0)

      expect(begun).toHaveLength(JOB_TIMES.longConcurrency)
      const ended: object[] = []
      await running({ long: async (payload) => void ended.push(payload) }, [], { isLong: true })
      await vi.waitFor(() => expect(ended).toHaveLength(9), PATIENCE)
    })

    it('loses no job when the process is killed after the commit, be it taken already or not', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'octavo-jobs-'))
      await layDatabase(folder)
      await untilKilled(kind, folder)

      const survivor = await openDatabase({ location: { kind: 'directory', path: folder } })
      const ran: string[] = []
      const runner = make(surroundingsOf(survivor), FAST)
      const note = async (payload: { readonly name?: string }): Promise<void> => void ran.push(payload.name ?? '')
      await runner.start(new Map([['survive', { limitMs: LIMIT_MS, run: note }]]), [])

      await vi.waitFor(() => expect(new Set(ran)).toEqual(new Set(['runs', 'waits'])), {
        timeout: 40_000,
        interval: 50,
      })
      await runner.stop()
      await survivor.close()
      await rm(folder, { recursive: true, force: true })
    }, 120_000)
  })
}

/** Starts a product in a process of its own that commits two jobs, and kills it while the first one runs. */
async function untilKilled(kind: string, folder: string): Promise<void> {
  const child = spawnScript(path.join(import.meta.dirname, 'jobs-child.ts'), kind, folder)
  const heard = Promise.withResolvers<void>()
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said.includes('KILL ME')) heard.resolve()
  })
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.on('exit', () => heard.reject(new Error(`the process ended by itself: ${said}`)))
  await heard.promise
  child.removeAllListeners('exit')
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
