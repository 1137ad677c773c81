import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { MemoryAnswers } from '#adapters/captcha/png/answers.ts'
import { MemoryAttempts } from '#adapters/system/attempts.ts'
import { RedisAttempts } from '#adapters/system/redis-attempts.ts'
import { RedisCaptchaAnswers } from '#adapters/system/redis-captcha-answers.ts'
import { RedisLink } from '#adapters/system/redis-link.ts'
import type { Attempts, CaptchaAnswers } from '#core/ports/login.ts'
import { coreOperations } from '#core/operations.ts'
import { Person, TestSession } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { FixedClock } from '#tests/support/services.ts'
import { world } from '#tests/support/world.ts'
import { silentLog } from './jobs.ts'

const url = process.env['TEST_REDIS_URL']
const MINUTE = 60_000
const clock = new FixedClock()
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** One server's view of the counts and answers. */
interface Server {
  readonly attempts: Attempts
  readonly answers: CaptchaAnswers
}
const links: RedisLink[] = []
afterAll(() => {
  for (const link of links) link.close()
})

function withRedis(address: string, prefix: string, log = silentLog): Server {
  const link = new RedisLink(address, { clock, log }, prefix)
  links.push(link)
  return {
    attempts: new RedisAttempts(link, clock, new MemoryAttempts(clock)),
    answers: new RedisCaptchaAnswers(link, new MemoryAnswers(clock)),
  }
}

/** What the counters of failures and the answers of captchas promise; `servers` gives two that share, or one twice. */
function contract(name: string, servers: () => Promise<readonly [Server, Server]>): void {
  describe(`attempts and captcha answers: ${name}`, () => {
    it('are counted by key, the same on every server', async () => {
      const [one, other] = await servers()

      expect(await one.attempts.add('a', MINUTE)).toBe(1)
      expect(await other.attempts.add('a', MINUTE)).toBe(2)
      expect(await one.attempts.add('b', MINUTE)).toBe(1)
      expect(await one.attempts.count('a', MINUTE)).toBe(2)
      expect(await other.attempts.count('c', MINUTE)).toBe(0)
    })

    it('each get a number of their own when they come at once', async () => {
      const [one, other] = await servers()

      const numbers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).attempts.add('a', MINUTE)),
      )

      expect(new Set(numbers).size).toBe(20)
    })

    it('fall out of the window one by one', async () => {
      const [one, other] = await servers()
      await one.attempts.add('a', MINUTE)
      clock.advance(40_000)
      expect(await one.attempts.add('a', MINUTE)).toBe(2)

      clock.advance(30_000)

      expect(await other.attempts.count('a', MINUTE)).toBe(1)
    })

    it('are forgotten when cleared, on every server', async () => {
      const [one, other] = await servers()
      await one.attempts.add('a', MINUTE)

      await other.attempts.clear('a')

      expect(await one.attempts.count('a', MINUTE)).toBe(0)
    })

    it('give no more turns than there are, however many ask at once', async () => {
      const [one, other] = await servers()
      const few = { windowMs: MINUTE, free: 5, restMs: MINUTE, longestRestMs: MINUTE }

      const turns = await Promise.all(
        Array.from({ length: 30 }, (_, n) => (n % 2 ? one : other).attempts.take('turns', few)),
      )

      const given = turns.filter((turn) => turn.isGiven)
      expect(given.map(({ count }) => count).toSorted()).toEqual([1, 2, 3, 4, 5])
      expect(await one.attempts.count('turns', MINUTE)).toBe(5)
      await given[0]?.giveBack()
      expect(await other.attempts.take('turns', few)).toMatchObject({ isGiven: true, count: 5 })
      expect(await one.attempts.take('turns', few)).toEqual({ isGiven: false, restMs: MINUTE })
    })

    it('give a turn after each rest, which doubles up to the longest', async () => {
      const [one, other] = await servers()
      const resting = { windowMs: 100 * MINUTE, free: 2, restMs: MINUTE, longestRestMs: 3 * MINUTE }
      for (const server of [one, other]) expect((await server.attempts.take('rests', resting)).isGiven).toBe(true)

      const rests: number[] = []
      for (let n = 0; n < 4; n += 1) {
        const turn = await (n % 2 ? one : other).attempts.take('rests', resting)
        if (turn.isGiven) throw new Error('there was no rest')
        rests.push(turn.restMs / MINUTE)
        clock.advance(turn.restMs - 1)
        expect((await one.attempts.take('rests', resting)).isGiven).toBe(false)
        clock.advance(1)
        expect((await other.attempts.take('rests', resting)).isGiven).toBe(true)
      }

      expect(rests).toEqual([1, 2, 3, 3])
    })

    it('let five of thirty wrong passwords at once be judged, and then the right one with a code (threats T6)', async () => {
      const [one, other] = await servers()
      const here = await world({ hasLegibleCaptchas: true })
      const { owner, password: right, product, services } = here
      const [first, second] = [one, other].map(({ attempts }) => ({ ...product, services: { ...services, attempts } }))
      const person = (n: number) =>
        new Person((n % 2 ? first : second) ?? product, null, new TestSession(`192.0.2.${n}`))
      const attempt = (at: Person, password: string, captcha = '') =>
        outcomeOf(at.do(coreOperations.account.login, { username: owner.username, password, captcha }))

      const outcomes = await Promise.all(Array.from({ length: 30 }, (_, n) => attempt(person(n), 'not the password')))
      expect(outcomes.filter((outcome) => outcome !== 'captchaRequired')).toHaveLength(5)

      const late = person(1)
      expect(await attempt(late, right)).toBe('captchaRequired')
      const { bytes } = await late.do(coreOperations.site.captcha, {})
      expect(await attempt(late, right, new TextDecoder().decode(bytes))).toBe('nothing')
    })

    it('are given out once, and not after their time', async () => {
      const [one, other] = await servers()
      await one.answers.keep('first', 'KITES', MINUTE)
      await one.answers.keep('second', 'TREES', 100)
      clock.advance(150)
      // Redis has a clock of its own.
      await pause(150)

      expect(await other.answers.take('first')).toBe('KITES')
      expect(await one.answers.take('first')).toBeNull()
      expect(await other.answers.take('second')).toBeNull()
    })
  })
}

contract('memory', async () => {
  const server = { attempts: new MemoryAttempts(clock), answers: new MemoryAnswers(clock) }
  return [server, server]
})
if (url)
  contract('redis', async () => {
    const prefix = `octavo-test-${randomUUID()}`
    const servers = [withRedis(url, prefix), withRedis(url, prefix)] as const
    // Until both are connected, each counts by itself.
    await vi.waitFor(
      async () => {
        const key = randomUUID()
        await servers[0].attempts.add(key, MINUTE)
        expect(await servers[1].attempts.count(key, MINUTE)).toBe(1)
      },
      { timeout: 20_000, interval: 50 },
    )
    return servers
  })

describe('attempts and captcha answers without Redis', () => {
  it('go on in this process, with one line in the log', async () => {
    const warnings: string[] = []
    const { attempts, answers } = withRedis('redis://127.0.0.1:1', 'octavo', {
      ...silentLog,
      warn: (message) => void warnings.push(message),
    })
    const begin = performance.now()

    for (const expected of [1, 2, 3]) expect(await attempts.add('a', MINUTE)).toBe(expected)
    expect(await attempts.count('a', MINUTE)).toBe(3)
    await answers.keep('id', 'KITES', MINUTE)
    expect(await answers.take('id')).toBe('KITES')
    expect(performance.now() - begin).toBeLessThan(3_000)

    await expect.poll(() => warnings).not.toEqual([])
    await pause(500)
    expect(warnings).toEqual([
      expect.stringMatching(/^redis at 127.0.0.1:1 \(REDIS_URL\) does not answer: .*ECONNREFUSED/),
    ])
  })

  it('wait at most a second for one that is connected and says nothing', async () => {
    // It answers the greeting of a new connection and then falls silent.
    let isSilent = false
    let greetings = 0
    const mute = createServer((socket) =>
      socket.on('data', (commands: Buffer) => {
        const count = commands.toString().match(/^\*\d+\r$/gm)?.length ?? 0
        if (isSilent) return
        socket.write('+OK\r\n'.repeat(count))
        greetings += count
      }),
    )
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const address = mute.address()
    const port = address && typeof address === 'object' ? address.port : 0
    const { attempts } = withRedis(`redis://127.0.0.1:${port}`, 'octavo')
    await expect.poll(() => greetings).toBeGreaterThan(0)
    await pause(500)
    isSilent = true
    const begin = performance.now()

    for (const expected of [1, 2, 3, 4]) expect(await attempts.add('a', MINUTE)).toBe(expected)

    expect(performance.now() - begin).toBeGreaterThan(900)
    expect(performance.now() - begin).toBeLessThan(3_500)
    mute.close()
  })
})
