import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FastifyReply } from 'fastify'
import { actorNow, type Actor } from '#core/actor.ts'
import type { Caller } from '#core/perform.ts'
import { keepRightsCurrent } from './lasting-caller.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A request that goes on; `becomes` says what is read of its caller from now on. */
function lasting(id: number) {
  const errors: unknown[] = []
  const caller: Caller = { actor: { kind: 'user', id, isAdmin: true }, session: {} as Caller['session'] }
  let found: () => Actor | null = () => ({ kind: 'user', id, isAdmin: true })
  const raw = Object.assign(new EventEmitter(), { closed: false, writableFinished: false })
  const log = {
    error: (_: string, error: unknown) => void errors.push(error),
    warn: vi.fn(),
    info: vi.fn(),
    debug: vi.fn(),
  }
  keepRightsCurrent(caller, { raw } as unknown as FastifyReply, log, async () => found())
  return { errors, now: () => actorNow(caller.actor), becomes: (read: () => Actor | null) => (found = read) }
}
const pass = () => vi.advanceTimersByTimeAsync(30_000)

it('who is logged out stays so for the rest of a request, and no other one gets rights that come back', async () => {
  const [ann, bob] = [lasting(1), lasting(2)]
  ann.becomes(() => null)
  bob.becomes(() => null)
  await pass()

  ann.becomes(() => ({ kind: 'user', id: 1, isAdmin: true }))
  await pass()

  expect([ann.now(), bob.now()]).toEqual([{ kind: 'visitor' }, { kind: 'visitor' }])
})

it('keeps the rights it had while they cannot be read, and says so once', async () => {
  const ann = lasting(1)
  ann.becomes(() => {
    throw new Error('no connection')
  })
  await pass()
  expect(ann.now()).toMatchObject({ isAdmin: true })
  expect(ann.errors).toHaveLength(1)

  ann.becomes(() => ({ kind: 'user', id: 1, isAdmin: false }))
  await pass()
  expect(ann.now()).toMatchObject({ isAdmin: false })
})
