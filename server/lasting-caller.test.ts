import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FastifyReply } from 'fastify'
import { actorNow, type Actor } from '#core/actor.ts'
import type { Caller } from '#core/perform.ts'
import { keepRightsCurrent } from './lasting-caller.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A request that goes on; `becomes` says what is read of its caller from now on. */
function lasting(id: number, isClosed = false) {
  const errors: unknown[] = []
  const caller: Caller = { actor: { kind: 'user', id, isAdmin: true }, session: {} as Caller['session'] }
  let found: () => Actor | null = () => ({ kind: 'user', id, isAdmin: true })
  const raw = Object.assign(new EventEmitter(), { closed: isClosed, writableFinished: false })
  const log = {
    error: (_: string, error: unknown) => void errors.push(error),
    warn: vi.fn(),
    info: vi.fn(),
    debug: vi.fn(),
  }
  keepRightsCurrent(caller, { raw } as unknown as FastifyReply, log, async () => found())
  const becomes = (read: () => Actor | null) => (found = read)
  return { errors, now: () => actorNow(caller.actor), becomes, end: () => void raw.emit('close') }
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

it('nobody acts any more who has kept a context for two minutes after its request, whatever rights it had', async () => {
  const [ann, bob] = [lasting(1), lasting(2)]
  bob.becomes(() => ({ kind: 'user', id: 2, isAdmin: false }))
  await pass()

  ann.end()
  bob.end()
  await pass()
  expect([ann.now(), bob.now()]).toMatchObject([{ isAdmin: true }, { id: 2, isAdmin: false }])

  await vi.advanceTimersByTimeAsync(91_000)
  expect([ann.now(), bob.now()]).toEqual([{ kind: 'visitor' }, { kind: 'visitor' }])
})

it('ends the context of somebody who left before it was known who they are', async () => {
  const ann = lasting(1, true)
  await pass()
  expect(ann.now()).toMatchObject({ isAdmin: true })

  await vi.advanceTimersByTimeAsync(91_000)
  expect(ann.now()).toEqual({ kind: 'visitor' })
})
