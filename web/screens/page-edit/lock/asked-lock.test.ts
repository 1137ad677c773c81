import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#core/limits.ts'
import { FREE, MINE, OLGAS, UNREACHABLE, opened, refused } from '#tests/support/opened-lock.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a page that somebody else has locked', () => {
  /** A window that waits for olga. */
  async function waiting() {
    const all = opened({ taken: OLGAS })
    await all.settle()
    return all
  }

  it('is edited as a copy meanwhile, which shows when the page is free and does not lock it', async () => {
    const { keeper, world, server, pass } = await waiting()
    keeper.copy()
    expect([keeper.state, keeper.mayWrite()]).toEqual([{ kind: 'copy', who: 'olga' }, true])
    server(MINE, FREE)

    await pass(limits.lockHeartbeatMs)

    expect([keeper.state, keeper.mayWrite()]).toEqual([{ kind: 'copy', who: null }, true])
    expect(world.take).toHaveBeenCalledTimes(1)
    await keeper.takeToMerge()
    expect(keeper.state.kind).toBe('held')
  })

  it('stays a copy when somebody else was faster to lock it, and without a response', async () => {
    const { keeper, server } = await waiting()
    keeper.copy()
    server(refused('pageLocked'), UNREACHABLE)
    await keeper.takeToMerge()
    expect(keeper.state).toEqual({ kind: 'copy', who: 'olga' })

    await keeper.look()

    expect(keeper.state).toEqual({ kind: 'copy', who: 'olga' })
  })

  it('needs no release when a copy is edited', async () => {
    const { keeper, world } = await waiting()
    keeper.copy()

    keeper.close()

    expect(world.sayGoodbye).not.toHaveBeenCalled()
  })

  it('is locked with the text that was read once it was handed over, because the current one may be newer', async () => {
    const { keeper, world, server } = await waiting()
    server(refused('pageChanged'), { ...MINE, holderUsername: 'ed' })

    await keeper.look()

    expect(world.take.mock.calls.at(-1)?.[0]).toEqual({ pageId: 7, takesOver: false, baseRevision: 3 })
    expect(keeper.state.kind).toBe('changed')
  })

  it('is locked over a newer text for a copy that it was handed over to: a save merges both', async () => {
    const { keeper, world, server } = await waiting()
    keeper.copy()
    server(MINE)

    await keeper.look()

    expect(world.take.mock.calls.at(-1)?.[0]).toEqual({ pageId: 7, takesOver: true })
    expect(keeper.state.kind).toBe('held')
  })
})

describe('handing over a page', () => {
  it('accepts no more keys while the text is being saved, and then the other person has it', async () => {
    const { keeper, states, settle } = opened()
    await settle()
    const safe = Promise.withResolvers<void>()

    const handing = keeper.handOver('olga', () => safe.promise)
    expect([keeper.state.kind, keeper.mayWrite()]).toEqual(['handing', false])
    safe.resolve()
    await handing

    expect([keeper.state, states.at(-1)]).toEqual([{ kind: 'taken', who: 'olga' }, 'taken'])
  })

  it('fails when the text could not be saved', async () => {
    const { keeper, settle } = opened()
    await settle()

    await expect(keeper.handOver('olga', () => Promise.reject(UNREACHABLE))).rejects.toThrow(UNREACHABLE.message)
    await settle()

    expect([keeper.state.kind, keeper.mayWrite()]).toEqual(['held', true])
  })
})
