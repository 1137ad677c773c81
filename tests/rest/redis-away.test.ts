import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { pingRedis, RedisLink } from '#adapters/system/redis-link.ts'
import { coreOperations } from '#core/operations.ts'
import { redisServer, type RedisServer } from '#tests/support/redis-server.ts'
import { FixedClock } from '#tests/support/services.ts'
import { site, type Site } from './harness.ts'

const HAS_REDIS = process.env['TEST_REDIS_URL'] !== undefined
const TOKEN = 'a-token-for-prometheus'
/** Without a limit it would never end. */
const SOON_MS = 30_000
const PATIENCE = { timeout: 60_000, interval: 100 }

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A site with this Redis, as its administrator and its monitoring see it. */
async function siteWith(url: string) {
  const warnings: string[] = []
  const clock = new FixedClock()
  const link = new RedisLink(url, { clock, log: { warn: (text) => void warnings.push(text) } })
  ends.push(() => link.close())
  const own = await site({ redis: link, environment: { METRICS_TOKEN: TOKEN } })
  ends.push(() => own.close())
  const seen = async () => (await own.world.admin.do(coreOperations.health.read, {})).redis
  return { own, clock, warnings, seen, measured: () => measuredBy(own) }
}

/** What people do all day: somebody logs in, a page is written and read, and a wrong password is refused and counted. */
async function worksOn({ world, browser, browserOf }: Site, words: string): Promise<void> {
  const item = await world.addItem()
  const editor = await inTime(() => browserOf(world.editor))
  const page = { item_id: item.id, page_title: words, page_content: words }
  const { data, error_code: code } = await inTime(() => editor.post('page/save', page))
  expect(code, words).toBe(0)
  const read = await inTime(() => editor.post('page/info', { page_id: data.page_id }))
  expect(read.data.page_content).toBe(words)
  const wrong = { username: world.owner.username, password: 'not this one at all' }
  expect((await inTime(() => browser().post('user/login', wrong))).error_code, words).not.toBe(0)
}

/** What monitoring is told of Redis. */
async function measuredBy({ app }: Site): Promise<readonly string[]> {
  const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  return body.split('\n').filter((line) => line.startsWith('octavo_redis'))
}

/** Takes connections and says nothing. */
async function silentPort(): Promise<string> {
  const open = new Set<Socket>()
  const server: Server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function inTime<T>(work: () => Promise<T>): Promise<T> {
  const begin = performance.now()
  const result = await work()
  expect(performance.now() - begin).toBeLessThan(SOON_MS)
  return result
}

describe.skipIf(!HAS_REDIS)('a Redis that comes and goes', () => {
  it('is seen by administrators and monitoring as it is, and the log has a line of its end and one of its return', async () => {
    const server = await redisServer()
    ends.push(() => server[Symbol.asyncDispose]())
    const { clock, warnings, seen, measured } = await siteWith(server.url)
    await expect.poll(seen, PATIENCE).toMatchObject({ isReachable: true })
    const before = await seen()
    expect(before?.roundTripMs).toBeGreaterThan(0)
    expect(await measured()).toEqual([
      'octavo_redis_reachable 1',
      expect.stringMatching(/^octavo_redis_round_trip_seconds [\d.e-]+$/),
    ])

    clock.advance(60_000)
    const away = { isReachable: false, since: clock.now(), roundTripMs: null }
    await server.kill()
    await expect.poll(() => warnings.length, PATIENCE).toBe(1)
    clock.advance(60_000)

    expect(await seen()).toEqual(away)
    expect(await measured()).toEqual(['octavo_redis_reachable 0'])

    await server.start()
    await expect.poll(seen, PATIENCE).toMatchObject({ isReachable: true, since: clock.now() })
    expect(await measured()).toContain('octavo_redis_reachable 1')
    expect(warnings).toEqual([
      expect.stringMatching(/^redis at 127\.0\.0\.1:\d+ \(REDIS_URL\) does not answer: /),
      expect.stringMatching(/^redis at 127\.0\.0\.1:\d+ \(REDIS_URL\) answers again$/),
    ])
  }, 150_000)

  it('is away while it hangs, which keeps no administrator waiting, and back once it answers', async () => {
    const server = await redisServer()
    ends.push(() => server[Symbol.asyncDispose]())
    const { warnings, seen, measured } = await siteWith(server.url)
    await expect.poll(seen, PATIENCE).toMatchObject({ isReachable: true })

    server.freeze()
    expect(await inTime(seen)).toMatchObject({ isReachable: false, roundTripMs: null })
    expect(await inTime(measured)).toEqual(['octavo_redis_reachable 0'])
    server.thaw()

    await expect.poll(seen, PATIENCE).toMatchObject({ isReachable: true })
    expect(warnings).toEqual([
      expect.stringContaining('does not answer: Command timed out'),
      expect.stringContaining('answers again'),
    ])
  }, 150_000)
})

describe.skipIf(!HAS_REDIS)('people at work', () => {
  it('wait for a Redis that hangs only until one of them has found out', async () => {
    const server = await redisServer()
    ends.push(() => server[Symbol.asyncDispose]())
    const link = new RedisLink(server.url, { clock: new FixedClock(), log: { warn: () => undefined } })
    ends.push(() => link.close())
    let asked = 0
    const work = async () =>
      link.do(
        async (redis) => {
          asked += 1
          return redis.ping()
        },
        async () => 'without',
      )
    await expect.poll(work, PATIENCE).toBe('PONG')
    server.freeze()
    asked = 0

    // It is asked again every two seconds, but by nobody who waits for it.
    const answers = [await work(), await work()]
    await sleep(2_500)
    answers.push(await work())

    expect([answers, asked]).toEqual([['without', 'without', 'without'], 1])
    server.thaw()
    await expect.poll(work, PATIENCE).toBe('PONG')
  }, 150_000)

  it.each([
    ['hangs', (server: RedisServer) => server.freeze(), (server: RedisServer) => server.thaw()],
    ['is stopped', (server: RedisServer) => server.kill(), (server: RedisServer) => server.start()],
  ] as const)(
    'log in, write and read while Redis %s, and after it',
    async (state, end, begin) => {
      const server = await redisServer()
      ends.push(() => server[Symbol.asyncDispose]())
      const { own, seen } = await siteWith(server.url)
      await expect.poll(seen, PATIENCE).toMatchObject({ isReachable: true })
      await worksOn(own, 'before')

      await end(server)
      // The first ones come while nobody knows of it yet.
      await Promise.all([1, 2, 3].map((each) => worksOn(own, `${each} while it ${state}`)))
      expect(await seen()).toMatchObject({ isReachable: false })
      await worksOn(own, `later, while it ${state}`)

      await begin(server)
      await expect.poll(seen, PATIENCE).toMatchObject({ isReachable: true })
      await worksOn(own, 'after')
    },
    200_000,
  )
})

describe('a Redis that takes connections and says nothing', () => {
  it('lets people log in, write and read', async () => {
    const { own } = await siteWith(await silentPort())

    await worksOn(own, 'from the start')
  }, 90_000)

  it('is away from the start, and keeps no administrator waiting', async () => {
    const { warnings, seen } = await siteWith(await silentPort())

    expect(await inTime(seen)).toMatchObject({ isReachable: false, roundTripMs: null })
    await expect.poll(() => warnings, PATIENCE).toEqual([expect.stringContaining('does not answer')])
    expect(await inTime(seen)).toMatchObject({ isReachable: false, roundTripMs: null })
  }, 90_000)

  it('is named by the doctor within three seconds', async () => {
    const url = await silentPort()

    const failure: unknown = await inTime(() => pingRedis(url).catch((error: unknown) => error))

    expect(String(failure)).toContain(
      `redis at ${new URL(url).host} does not answer: the answer took longer than 3000 ms`,
    )
  }, 90_000)
})

it('a site without Redis has nothing of it in its health and in its figures', async () => {
  const own = await site({ environment: { METRICS_TOKEN: TOKEN } })
  ends.push(() => own.close())

  expect(await own.world.admin.do(coreOperations.health.read, {})).toMatchObject({ redis: null })
  expect(await measuredBy(own)).toEqual([])
})
