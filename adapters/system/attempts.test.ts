import { describe, expect, it } from 'vitest'
import { FixedClock } from '#tests/support/services.ts'
import { MemoryAttempts } from './attempts.ts'

const MINUTE = 60_000

describe('attempts in memory', () => {
  it('are counted by key', async () => {
    const attempts = new MemoryAttempts(new FixedClock())

    expect(await attempts.add('a', MINUTE)).toBe(1)
    expect(await attempts.add('a', MINUTE)).toBe(2)
    expect(await attempts.add('b', MINUTE)).toBe(1)
    expect(await attempts.count('a', MINUTE)).toBe(2)
    expect(await attempts.count('c', MINUTE)).toBe(0)
  })

  it('leave the window one by one', async () => {
    const clock = new FixedClock()
    const attempts = new MemoryAttempts(clock)
    await attempts.add('a', MINUTE)
    clock.advance(40_000)
    await attempts.add('a', MINUTE)

    clock.advance(20_000)

    expect(await attempts.count('a', MINUTE)).toBe(1)
    expect(await attempts.add('a', MINUTE)).toBe(2)
  })

  it('can be counted over a shorter time than they are kept', async () => {
    const clock = new FixedClock()
    const attempts = new MemoryAttempts(clock)
    await attempts.add('a', 60 * MINUTE)
    clock.advance(10 * MINUTE)

    expect(await attempts.count('a', 5 * MINUTE)).toBe(0)
    expect(await attempts.count('a', 60 * MINUTE)).toBe(1)
  })

  it('are forgotten when cleared', async () => {
    const attempts = new MemoryAttempts(new FixedClock())
    await attempts.add('a', MINUTE)

    await attempts.clear('a')

    expect(await attempts.count('a', MINUTE)).toBe(0)
  })

  it('each get a number of their own when they are concurrent', async () => {
    const attempts = new MemoryAttempts(new FixedClock())

    const numbers = await Promise.all(Array.from({ length: 20 }, () => attempts.add('a', MINUTE)))

    expect(new Set(numbers).size).toBe(20)
  })

  it('drop the least active keys first when there are too many', async () => {
    const attempts = new MemoryAttempts(new FixedClock(), { keysKept: 10 })
    await attempts.add('quiet', MINUTE)
    await attempts.add('busy', MINUTE)
    for (let n = 0; n < 9; n += 1) {
      await attempts.add(`other ${n}`, MINUTE)
      await attempts.add('busy', MINUTE)
    }

    expect(await attempts.count('quiet', MINUTE)).toBe(0)
    expect(await attempts.count('busy', MINUTE)).toBe(10)
  })
})
