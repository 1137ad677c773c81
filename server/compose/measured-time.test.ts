import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, expect, it, vi } from 'vitest'
import { TooLate } from '#core/within-time.ts'
import { MeasuredTime, type OwnTimeLimits } from './measured-time.ts'
import { asPlugin, pluginUnderWay } from './plugin-calls.ts'

afterEach(() => void vi.useRealTimers())

const LIMITS = { limitMs: 10_000, heldMs: 3_000, allMs: null }
const never = () => new Promise<never>(() => undefined)
/** The outcome of work of which the time has been passed on. */
const outcomeOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

function begun(limits: Partial<OwnTimeLimits> = {}) {
  vi.useFakeTimers()
  return new MeasuredTime('the work', { ...LIMITS, ...limits })
}

it('gives up work that has taken its time, and lets nothing begin afterwards', async () => {
  const time = begun()
  const outcome = outcomeOf(time.limited(never))
  await vi.advanceTimersByTimeAsync(9_900)
  expect(time.over).toBeNull()
  await vi.advanceTimersByTimeAsync(100)

  expect(await outcome).toEqual(new TooLate('the work took longer than 10000 ms'))
  await expect(time.aside(async () => 'too late')).rejects.toThrow('took longer')
  expect(() => time.assertLeft()).toThrow('took longer')
})

it('does not count what the product does for the work', async () => {
  const time = begun()
  const outcome = outcomeOf(
    time.limited(async () => {
      for (let n = 0; n < 5; n += 1) await time.aside(() => new Promise((go) => setTimeout(go, 9_000)))
      return 'done'
    }),
  )
  await vi.advanceTimersByTimeAsync(50_000)

  expect(await outcome).toBe('done')
})

it('adds up what the work takes between statements', async () => {
  const time = begun()
  const outcome = outcomeOf(
    time.limited(async () => {
      for (;;) {
        await time.aside(async () => undefined)
        await new Promise((go) => setTimeout(go, 2_000))
      }
    }),
  )
  await vi.advanceTimersByTimeAsync(10_000)

  expect(await outcome).toBeInstanceOf(TooLate)
})

it('gives up sooner on work that keeps a transaction open without using it', async () => {
  const time = begun()
  const outcome = outcomeOf(time.held(never))
  await vi.advanceTimersByTimeAsync(3_000)

  expect(await outcome).toEqual(new TooLate('the work held the database for 3000 ms without using it'))
})

it('lets work with a transaction take its time as long as it uses it', async () => {
  const time = begun()
  const outcome = outcomeOf(
    time.limited(async () => {
      const inside = async (): Promise<string> => {
        for (let n = 0; n < 3; n += 1) {
          await new Promise((go) => setTimeout(go, 2_000))
          await time.aside(async () => undefined)
        }
        return 'done'
      }
      return time.aside(() => time.ofItsOwn(inside))
    }),
  )
  await vi.advanceTimersByTimeAsync(6_000)

  expect(await outcome).toBe('done')
})

it('counts a transaction that begins with the first statement from there on', async () => {
  const time = begun()
  const outcome = outcomeOf(
    time.heldOnceUsed(async () => {
      await new Promise((go) => setTimeout(go, 5_000))
      await time.aside(async () => undefined)
      return never()
    }),
  )
  await vi.advanceTimersByTimeAsync(7_500)
  expect(time.over).toBeNull()
  await vi.advanceTimersByTimeAsync(1_000)

  expect(await outcome).toEqual(new TooLate('the work held the database for 3000 ms without using it'))
})

it('gives up in the end on work for which the product works on and on', async () => {
  const time = begun({ allMs: 60_000 })
  const outcome = outcomeOf(time.held(() => time.aside(never)))
  await vi.advanceTimersByTimeAsync(60_000)

  expect(await outcome).toEqual(new TooLate('the work took longer than 60000 ms', true))
})

it('does not say that the product took long when the work did', async () => {
  const time = begun({ limitMs: 90_000, allMs: 60_000 })
  const outcome = outcomeOf(time.limited(never))
  await vi.advanceTimersByTimeAsync(60_000)

  expect(await outcome).toEqual(new TooLate('the work took longer than 60000 ms'))
})

it('takes no transaction for begun because something else was done', async () => {
  const time = begun()
  const outcome = outcomeOf(
    time.heldOnceUsed(async () => {
      await time.aside(async () => undefined, false)
      await new Promise((go) => setTimeout(go, 5_000))
      return 'done'
    }),
  )
  await vi.advanceTimersByTimeAsync(5_000)

  expect(await outcome).toBe('done')
})

it('does the work of the product as the product, also what that begins for later', async () => {
  const time = new MeasuredTime('the work', LIMITS)
  const later = Promise.withResolvers<string | null>()

  const named = await asPlugin('asking', async () => {
    const inside = await time.aside(async () => {
      setImmediate(() => later.resolve(pluginUnderWay()))
      await new Promise((go) => setImmediate(go))
      return pluginUnderWay()
    })
    return [inside, pluginUnderWay()]
  })
  time.end()

  expect([...named, await later.promise]).toEqual([null, 'asking', null])
})

it.each([
  ['names the plugin that has forgotten a promise of the product', 'void time.aside(fail)', 'stray'],
  ['names no plugin when the product has forgotten one', 'time.aside(async () => void fail())', 'null'],
])('%s (reliability R4)', async (_, call, expected) => {
  const script = `import { MeasuredTime } from '#server/compose/measured-time.ts'
import { asPlugin, pluginUnderWay } from '#server/compose/plugin-calls.ts'
process.on('unhandledRejection', () => console.log(String(pluginUnderWay())))
const fail = async () => { await 1; throw new Error('nobody waits') }
const time = new MeasuredTime('the work', { limitMs: 60_000, heldMs: 60_000, allMs: null })
asPlugin('stray', () => { ${call} })
setImmediate(() => time.end())`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])

  expect(stdout).toBe(`${expected}\n`)
})

it('does not blame work for a standstill of the whole server', async () => {
  const time = new MeasuredTime('the work', { limitMs: 500, heldMs: 500, allMs: 500 })

  const answer = await time.limited(async () => {
    for (const until = performance.now() + 1_500; performance.now() < until;);
    await new Promise((go) => setImmediate(go))
    return 'done'
  })
  time.end()

  expect(answer).toBe('done')
})
