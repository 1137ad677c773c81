import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#core/limits.ts'
import { FREE, MINE, OLGAS, OTHER_WINDOW, UNREACHABLE, opened, refused } from '#tests/support/opened-lock.ts'
import type { LockAnswer } from './lock-keeper.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the lock of the page in the editor', () => {
  it('[LOCK-01] is taken on opening, for the loaded text', async () => {
    const { keeper, world, states, settle } = opened()
    await settle()

    expect(world.take.mock.calls).toEqual([[{ pageId: 7, takesOver: false, baseRevision: 3 }]])
    expect([states, keeper.mayWrite()]).toEqual([['asking', 'held'], true])
  })

  it('[LOCK-02] [CONST-02] is prolonged every 180 s while it is held', async () => {
    const { world, pass, settle } = opened()
    await settle()

    await pass(limits.lockHeartbeatMs - 1)
    expect([limits.lockHeartbeatMs, world.take.mock.calls.length]).toEqual([180_000, 1])
    await pass(1)
    expect(world.take).toHaveBeenCalledTimes(2)
    await pass(limits.lockHeartbeatMs)
    expect(world.take).toHaveBeenCalledTimes(3)
  })

  it('[LOCK-11] is released on leaving, and no longer prolonged', async () => {
    const { keeper, world, pass, settle } = opened()
    await settle()

    keeper.close()
    await pass(limits.lockHeartbeatMs * 2)

    expect(world.sayGoodbye.mock.calls).toEqual([[7]])
    expect(world.take).toHaveBeenCalledTimes(1)
  })

  it('[LOCK-18] is not requested as long as the page is new', async () => {
    const { keeper, world, pass, settle } = opened({ pageId: 0 })
    await pass(limits.lockHeartbeatMs * 2)
    expect([world.take.mock.calls, world.look.mock.calls]).toEqual([[], []])
    expect([keeper.mayWrite(), keeper.state.kind]).toEqual([true, 'none'])

    keeper.adopt(12)
    expect(keeper.mayWrite()).toBe(true)
    await settle()

    expect(world.take.mock.calls[0]?.[0]).toMatchObject({ pageId: 12 })
    expect(keeper.state.kind).toBe('held')
  })

  it('[EDIT-35] held by somebody else prevents editing, and is taken automatically once it is free', async () => {
    const { keeper, server, pass } = opened()
    server(refused('pageLocked'), OLGAS)
    await pass(limits.lockLookMs)
    expect([keeper.state, keeper.mayWrite()]).toEqual([{ kind: 'taken', who: 'olga' }, false])

    server(MINE, FREE)
    await pass(limits.lockLookMs)

    expect(keeper.state.kind).toBe('held')
  })

  it('[LOCK-12] is not taken back automatically after it was released by hand and somebody else had it', async () => {
    const { keeper, world, server, pass, settle } = opened()
    await settle()
    await keeper.release()
    server(OLGAS, OLGAS)
    await pass(limits.lockLookMs)
    expect(keeper.state).toEqual({ kind: 'taken', who: 'olga' })

    server(MINE, FREE)
    await pass(limits.lockHeartbeatMs * 2)
    expect([keeper.state.kind, world.take.mock.calls.length]).toEqual(['off', 1])
    await keeper.take()

    expect(keeper.state.kind).toBe('held')
  })

  it('[LOCK-12] is released and taken by hand; meanwhile nothing prolongs it', async () => {
    const { keeper, world, server, pass, settle } = opened()
    await settle()
    await keeper.release()
    server(MINE, FREE)
    await pass(limits.lockHeartbeatMs * 2)
    expect([keeper.state.kind, keeper.mayWrite(), world.take.mock.calls.length]).toEqual(['off', true, 1])
    keeper.goAway()
    expect(world.sayGoodbye).not.toHaveBeenCalled()

    await keeper.take()

    expect(keeper.state.kind).toBe('held')
  })

  it('is detected as lost within 30 s when a manager took it, or another window of the same person', async () => {
    const { keeper, server, pass, settle } = opened()
    await settle()
    server(refused('pageLocked'), OLGAS)
    await pass(limits.lockLookMs)
    expect(keeper.state).toEqual({ kind: 'taken', who: 'olga' })

    server(OTHER_WINDOW)
    await pass(limits.lockLookMs)

    expect([keeper.state.kind, keeper.mayWrite()]).toEqual(['elsewhere', false])
  })

  it('is taken from another window of the person, and by a reloaded window', async () => {
    const { keeper, world } = opened({ isReturning: true })
    await keeper.take()

    expect(world.take.mock.calls.map(([{ takesOver }]) => takesOver)).toEqual([true, true])
  })
})

describe('a suspended window', () => {
  it('checks the lock before it accepts the first key', async () => {
    const { keeper, states, sleep, settle } = opened()
    await settle()
    sleep(3_600_000)

    expect(keeper.mayWrite()).toBe(false)
    expect(states.at(-1)).toBe('checking')
    await settle()

    expect([keeper.mayWrite(), states.at(-1)]).toEqual([true, 'held'])
  })

  it('reports that somebody saved meanwhile (R9), and locks the page only to merge both texts', async () => {
    const { keeper, world, server, sleep, settle } = opened()
    await settle()
    server(refused('pageChanged'), FREE)
    sleep(3_600_000)
    keeper.wake()
    await settle()
    expect([keeper.state, keeper.mayWrite()]).toEqual([{ kind: 'changed', who: 'olga' }, false])

    server(MINE)
    await keeper.takeToMerge()

    expect(world.take.mock.calls.at(-1)?.[0]).toEqual({ pageId: 7, takesOver: true })
    expect(keeper.state.kind).toBe('held')
  })

  it('does not block the writer for long when the server does not answer', async () => {
    const { keeper, world, sleep, pass, settle } = opened()
    await settle()
    world.take.mockReturnValue(new Promise(() => undefined))
    sleep(3_600_000)
    keeper.wake()
    expect(keeper.mayWrite()).toBe(false)

    await pass(3_000)

    expect([keeper.state, keeper.mayWrite()]).toEqual([{ kind: 'unsure', message: null }, true])
  })

  it('only checks the lock after a short suspension', async () => {
    const { keeper, world, states, sleep, settle } = opened()
    await settle()
    sleep(10_000)
    keeper.wake()
    await settle()

    expect([world.take.mock.calls.length, world.look.mock.calls.length]).toEqual([1, 1])
    expect(states).toEqual(['asking', 'held'])
  })
})

describe('an unreachable server (R21)', () => {
  it('does not prevent editing, which is displayed', async () => {
    const { keeper, server, pass, settle } = opened()
    await settle()
    server(UNREACHABLE)
    await pass(limits.lockLookMs)
    expect([keeper.state, keeper.mayWrite()]).toEqual([{ kind: 'unsure', message: null }, true])

    server(MINE)
    await pass(limits.lockLookMs)

    expect(keeper.state.kind).toBe('held')
  })

  it('does not make a page locked by somebody else look free', async () => {
    const { keeper, server, pass } = opened()
    server(OLGAS)
    await pass(limits.lockLookMs)
    server(UNREACHABLE)

    await pass(limits.lockLookMs)

    expect(keeper.state).toEqual({ kind: 'taken', who: 'olga' })
  })

  it('is distinguished from one that refuses, whose message is shown', async () => {
    const { keeper, server, pass, settle } = opened()
    await settle()
    server(refused('notAllowed'))
    await pass(limits.lockLookMs)

    expect(keeper.state).toEqual({ kind: 'unsure', message: 'You may not do this.' })
  })

  it('does not take over the own page when the session has ended', async () => {
    const { keeper, server, pass, settle } = opened()
    await settle()
    server({ ...OLGAS, holderUsername: 'ed' })
    await pass(limits.lockLookMs)

    expect([keeper.state.kind, keeper.mayWrite()]).toEqual(['unsure', true])
  })

  it('with a late response does not override later requests', async () => {
    const { keeper, world, server, settle } = opened()
    await settle()
    const late = Promise.withResolvers<LockAnswer>()
    world.look.mockReturnValueOnce(late.promise)
    void keeper.look()
    server(OLGAS)
    await keeper.take()

    late.resolve(MINE)
    await settle()

    expect(keeper.state).toEqual({ kind: 'taken', who: 'olga' })
  })
})

describe('a crashed window that still has the lock', () => {
  it('needs no confirmation: the new window takes the lock immediately', async () => {
    const { keeper, world, states, server, settle } = opened({ taken: OTHER_WINDOW })
    world.releaseGone.mockImplementationOnce(async () => {
      server(MINE)
      return true
    })
    await settle()

    expect([states, keeper.state.kind]).toEqual([['asking', 'held'], 'held'])
    expect(world.releaseGone.mock.calls).toEqual([[7]])
    expect(world.take.mock.calls.map(([{ takesOver }]) => takesOver)).toEqual([false, false])
  })

  it('is distinguished from an open window or another machine, which needs a confirmation', async () => {
    const { keeper, settle } = opened({ taken: OTHER_WINDOW })
    await settle()

    expect(keeper.state.kind).toBe('elsewhere')
  })
})

it('does not hide a suspension behind a clock that was set back', async () => {
  const { keeper, server, pass, sleep, settle } = opened()
  await settle()
  server(OLGAS)
  sleep(-365 * 24 * 3_600_000)

  expect(keeper.mayWrite()).toBe(false)
  await pass(0)
  expect(keeper.state).toEqual({ kind: 'taken', who: 'olga' })
})

describe('a word being composed', () => {
  it('is accepted as a whole when the lock is lost in the middle of it', async () => {
    const { keeper, states, server, settle, pass } = opened()
    await settle()
    keeper.beginWord()
    server(OLGAS)

    await keeper.look()
    expect([states.at(-1), keeper.mayWrite()]).toEqual(['held', true])
    keeper.endWord()
    await pass(200)

    expect([states.at(-1), keeper.mayWrite()]).toEqual(['taken', false])
  })

  it('checks the lock after a long suspension, like any key', async () => {
    const { keeper, world, states, sleep, settle, pass } = opened()
    await settle()
    sleep(3_600_000)

    keeper.beginWord()
    await settle()
    keeper.endWord()
    await pass(200)

    expect(world.take).toHaveBeenCalledTimes(2)
    expect(states).toEqual(['asking', 'held'])
  })

  it('does not start where nothing may be written', async () => {
    const { keeper, settle } = opened({ taken: OLGAS })
    await settle()

    keeper.beginWord()

    expect(keeper.mayWrite()).toBe(false)
  })
})

it('shows when a login is needed, or when nobody may edit any more, also after the lock was released by hand', async () => {
  const { keeper, server, settle } = opened()
  await settle()

  server(refused('loginRequired'))
  await keeper.take()
  expect(keeper.state).toMatchObject({ kind: 'unsure', isLoginDue: true })
  server(MINE)
  await keeper.take()
  await keeper.release()
  server(refused('notFound'))
  await keeper.look()

  expect(keeper.state).toEqual({ kind: 'unsure', message: 'You may not do this.', isGone: true })
})
