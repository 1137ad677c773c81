import { afterEach, expect, it, vi } from 'vitest'
import { giveBack, takeThread } from './word-threads.ts'

afterEach(() => vi.useRealTimers())

it('a thread waits for the next document, and one that has waited for long is never given', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const first = takeThread()
  giveBack(first)
  expect(takeThread()).toBe(first)

  giveBack(first)
  vi.advanceTimersByTime(30_000)
  const second = takeThread()
  expect(second).not.toBe(first)

  // The first one has ended by then, which is nothing to those that wait after it.
  giveBack(second)
  await first.terminate()
  expect(takeThread()).toBe(second)
  await second.terminate()
})
