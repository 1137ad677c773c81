import { afterEach, expect, it, vi } from 'vitest'
import { SystemClock } from '#adapters/system/clock.ts'
import type { OwnTime } from '#core/own-time.ts'
import { GUARD_LIMITS, PluginGuard } from './plugin-guard.ts'

afterEach(() => void vi.useRealTimers())

const never = () => new Promise<never>(() => undefined)
const OUTBOX = { kind: 'outbox', name: '' } as const
const HANDLER = { kind: 'handler', name: 'item.added' } as const
const COMMAND = { kind: 'operation', name: 'pets.feed' } as const
const LIMITS = { limitMs: 10_000, heldMs: 3_000, allMs: 60_000 }

function begun(): PluginGuard {
  vi.useFakeTimers()
  return new PluginGuard('sending', new SystemClock(), GUARD_LIMITS, () => undefined)
}
/** The outcome of a call, once this much time has passed. */
async function outcomeAfter(ms: number, call: Promise<unknown>): Promise<unknown> {
  const outcome = call.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(ms)
  return outcome
}

/** Reads its settings, and calls a server that answers after four seconds. */
async function sendSlowly(time: OwnTime): Promise<string> {
  await time.aside(async () => undefined)
  await new Promise((go) => setTimeout(go, 4_000))
  return 'sent'
}

it('lets a delivery that has read its settings wait for another server as long as any call may take', async () => {
  const guard = begun()

  expect(await outcomeAfter(4_000, guard.delivered(OUTBOX, sendSlowly))).toBe('sent')
  expect(await outcomeAfter(5_000, guard.delivered(OUTBOX, never))).toMatchObject({ isOfProduct: false })
})

it('counts a handler that keeps its transaction open without using it', async () => {
  const guard = begun()

  await outcomeAfter(4_000, guard.counted(HANDLER, sendSlowly))

  expect(guard.failures).toMatchObject([{ how: 'hang', part: HANDLER }])
})

it('gives up what the product takes too long for, and does not count it', async () => {
  const guard = begun()
  const waits = (time: OwnTime) => time.aside(never)

  const command = await outcomeAfter(
    60_000,
    guard.operated(COMMAND, LIMITS, (time) => time.held(() => waits(time))),
  )
  const handler = await outcomeAfter(60_000, guard.counted(HANDLER, waits))
  const delivery = await outcomeAfter(60_000, guard.delivered(OUTBOX, waits))

  expect(command).toMatchObject({ kind: 'pluginHangs' })
  expect(handler).toMatchObject({ message: 'the handler of item.added of the plugin sending failed' })
  expect(delivery).toMatchObject({ isOfProduct: true })
  expect(guard.failures).toEqual([])
})
