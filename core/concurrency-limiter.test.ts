import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'

it('does never more than two works of a caller at once, and all of them in the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.record({ caller: fc.constantFrom('a', 'b'), fails: fc.boolean() }), { maxLength: 30 }),
      async (scheduler, works) => {
        const limiter = new ConcurrencyLimiter()
        const running = { a: 0, b: 0 }
        let most = 0
        const done = works.map(({ caller, fails }) =>
          limiter
            .run(caller, async () => {
              most = Math.max(most, (running[caller] += 1))
              await scheduler.schedule(Promise.resolve())
              running[caller] -= 1
              if (fails) throw new Error('failed')
            })
            .catch((error: unknown) => error),
        )
        await scheduler.waitFor(Promise.all(done))

        expect(most).toBeLessThanOrEqual(2)
        expect(running).toEqual({ a: 0, b: 0 })
      },
    ),
    { numRuns: 100 },
  )
})

it('is busy for a caller of whom too much waits, and for nobody else', async () => {
  const limiter = new ConcurrencyLimiter()
  const { promise, resolve } = Promise.withResolvers<void>()
  const works = Array.from({ length: 32 }, () => limiter.run('a', () => promise))

  await expect(limiter.run('a', async () => 'late')).rejects.toThrow('busy')
  expect(await limiter.run('b', async () => 'other')).toBe('other')
  resolve()
  await Promise.all(works)
  expect(await limiter.run('a', async () => 'again')).toBe('again')
})

it('is busy for what waits too long, and does what comes after it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const limiter = new ConcurrencyLimiter()
  const { promise, resolve } = Promise.withResolvers<string>()
  const running = [limiter.run('a', () => promise), limiter.run('a', () => promise)]
  const late = limiter.run('a', async () => 'late').catch((error: unknown) => (error as Error).message)

  await vi.advanceTimersByTimeAsync(10_000)
  const next = limiter.run('a', async () => 'next')
  resolve('done')

  expect(await Promise.all([...running, late, next])).toEqual(['done', 'done', 'busy', 'next'])
})
