import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { BullJobs, queueOf } from '#adapters/jobs/bull/bull-jobs.ts'
import type { JobHandler } from '#core/ports/jobs.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { FAST, jobsContract, silentLog, surroundingsOf } from './jobs.ts'

const url = process.env['TEST_REDIS_URL']
const PATIENCE = { timeout: 20_000, interval: 20 }

if (url)
  jobsContract('bull', (surroundings, times) => new BullJobs(url, surroundings, times, `octavo-test-${randomUUID()}`))

const handlerOf = (run: JobHandler['run']): JobHandler => ({ limitMs: 60_000, run })

describe('jobs with a Redis that fails', () => {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await emptyDatabase()
  })
  afterAll(() => database.close())

  it('[R8] run in this process while there is none, with one line in the log, and stop at once', async () => {
    const warnings: string[] = []
    const log = { ...silentLog, warn: (message: string) => void warnings.push(message) }
    const runner = new BullJobs('redis://127.0.0.1:1', surroundingsOf(database, log), FAST)
    const ran: object[] = []
    await runner.start(new Map([['note', handlerOf(async (payload) => void ran.push(payload))]]), [])

    await database.jobs.enqueue('note', { without: 'redis' })
    await vi.waitFor(() => expect(ran).toEqual([{ without: 'redis' }]), PATIENCE)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const stopping = performance.now()
    await runner.stop()

    expect(performance.now() - stopping).toBeLessThan(5_000)
    expect(warnings).toEqual(['redis does not answer; jobs run in this process meanwhile'])
  })

  it.skipIf(!url)('leave no error that nobody handles, whenever they are stopped', async () => {
    const errors: unknown[] = []
    const note = (error: unknown) => void errors.push(error)
    process.on('unhandledRejection', note)
    await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        const runner = new BullJobs(url ?? '', surroundingsOf(database), FAST, `octavo-test-${randomUUID()}`)
        await runner.start(new Map([['note', handlerOf(() => Promise.resolve())]]), [])
        await new Promise((resolve) => setTimeout(resolve, at))
        await runner.stop()
      }),
    )
    process.off('unhandledRejection', note)

    expect(errors).toEqual([])
  })

  it.skipIf(!url)('leave in Redis nothing of what is to be done, which no hand there can change', async () => {
    const prefix = `octavo-test-${randomUUID()}`
    const redis = new Redis(url ?? '')
    const relay = new BullJobs(url ?? '', surroundingsOf(database), { ...FAST, concurrency: 1 }, prefix)
    const [entered, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ran: object[] = []
    const handlers = new Map<string, JobHandler>([
      ['block', handlerOf(() => (entered.resolve(), gate.promise))],
      ['note', handlerOf(async (payload) => void ran.push(payload))],
    ])
    await relay.start(handlers, [])
    await database.jobs.enqueue('block', {})
    relay.wake()
    await entered.promise
    await database.jobs.enqueue('note', { to: 'olivia' })
    relay.wake()
    const queue = `${prefix}:${queueOf([...handlers.keys()])}`
    const waiting = async () => (await redis.lrange(`${queue}:wait`, 0, -1))[0]
    await vi.waitFor(async () => expect(await waiting()).toBeDefined(), PATIENCE)

    const key = `${queue}:${await waiting()}`
    const kept = (await redis.hget(key, 'data')) ?? ''
    await redis.hset(key, 'data', JSON.stringify({ ...(JSON.parse(kept) as object), payload: { to: 'mallory' } }))
    gate.resolve()

    await vi.waitFor(() => expect(ran).toHaveLength(1), PATIENCE)
    expect([kept.includes('olivia'), ran]).toEqual([false, [{ to: 'olivia' }]])
    await relay.stop()
    redis.disconnect()
  })

  it.skipIf(!url)('go to servers that can run them, where servers of one Redis have other plugins', async () => {
    const prefix = `octavo-test-${randomUUID()}`
    const [warned, ran]: [string[], string[]] = [[], []]
    const log = { ...silentLog, warn: (message: string) => void warned.push(message) }
    const serverWith = async (who: string, ...names: readonly string[]) => {
      const server = new BullJobs(url ?? '', surroundingsOf(database, log), FAST, prefix)
      await server.start(
        new Map(names.map((name) => [name, handlerOf(async () => void ran.push(`${name} ${who}`))])),
        [],
      )
      return server
    }
    const servers = [await serverWith('first', 'mail', 'word'), await serverWith('second', 'mail', 'sheet')]

    const names = ['mail', 'word', 'sheet']
    for (let count = 0; count < 10; count += 1) for (const name of names) await database.jobs.enqueue(name, {})
    for (const server of servers) server.wake()

    await vi.waitFor(async () => expect(await database.jobTable.nextDueAt(names)).toBeNull(), PATIENCE)
    const runsOf = (name: string) => ran.filter((run) => run.startsWith(name))
    expect(names.map((name) => runsOf(name).length)).toEqual([10, 10, 10])
    expect([new Set(runsOf('word')), new Set(runsOf('sheet'))]).toEqual([
      new Set(['word first']),
      new Set(['sheet second']),
    ])
    expect(warned).toEqual([])
    for (const server of servers) await server.stop()
  })

  it.skipIf(!url)('[R8] come back when Redis forgets them', async () => {
    const prefix = `octavo-test-${randomUUID()}`
    const redis = new Redis(url ?? '')
    // A relay without a hand to run what it relays: only the other server could, and Redis forgets before it does.
    const relay = new BullJobs(url ?? '', surroundingsOf(database), { ...FAST, concurrency: 1 }, prefix)
    const [entered, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ran: object[] = []
    const handlers = new Map<string, JobHandler>([
      ['block', handlerOf(() => (entered.resolve(), gate.promise))],
      ['note', handlerOf(async (payload) => void ran.push(payload))],
    ])
    await relay.start(handlers, [])
    await database.jobs.enqueue('block', {})
    relay.wake()
    // Before, it is the one that waits; Redis would forget the list with the second job in it, and not the job.
    await entered.promise
    await database.jobs.enqueue('note', { n: 1 })
    relay.wake()
    await vi.waitFor(
      async () => expect(await redis.exists(`${prefix}:${queueOf([...handlers.keys()])}:wait`)).toBe(1),
      PATIENCE,
    )

    const keys = await redis.keys(`${prefix}:*`)
    await redis.del(keys)
    gate.resolve()

    await vi.waitFor(() => expect(ran).toContainEqual({ n: 1 }), PATIENCE)
    await relay.stop()
    redis.disconnect()
  })
})
