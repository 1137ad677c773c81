import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#core/limits.ts'
import { FREE, MINE, OLGAS, UNREACHABLE, opened, refused } from '#tests/support/opened-lock.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a page that somebody else has', () => {
  /** A window that waits for olga. */
  async function waiting() {
    const all = opened({ taken: OLGAS })
    await all.settle()
    return all
  }

  it('is written as a copy meanwhile, which says when the page is free and takes it for nobody', async () => {
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

  it('goes on as a copy when somebody else was faster to take it, and without an answer', async () => {
    const { keeper, server } = await waiting()
    keeper.copy()
    server(refused('pageLocked'), UNREACHABLE)
    await keeper.takeToMerge()
    expect(keeper.state).toEqual({ kind: 'copy', who: 'olga' })

    await keeper.look()

    expect(keeper.state).toEqual({ kind: 'copy', who: 'olga' })
  })

  it('leaves nothing to be said goodbye to while a copy is written', async () => {
    const { keeper, world } = await waiting()
    keeper.copy()

    keeper.close()

    expect(world.sayGoodbye).not.toHaveBeenCalled()
  })

  it('is taken with the text that was read once it was handed over, for what is there now may be newer', async () => {
    const { keeper, world, server } = await waiting()
    server(refused('pageChanged'), { ...MINE, holderUsername: 'ed' })

    await keeper.look()

    expect(world.take.mock.calls.at(-1)?.[0]).toEqual({ pageId: 7, takesOver: false, baseRevision: 3 })
    expect(keeper.state.kind).toBe('changed')
  })

  it('is taken over a newer text for a copy that it was handed over to: a save joins both', async () => {
    const { keeper, world, server } = await waiting()
    keeper.copy()
    server(MINE)

    await keeper.look()

    expect(world.take.mock.calls.at(-1)?.[0]).toEqual({ pageId: 7, takesOver: true })
    expect(keeper.state.kind).toBe('held')
  })
})

describe('a page that is handed over', () => {
  it('takes no more keys while the text is put in safety, and then is of the other one', async () => {
    const { keeper, states, settle } = opened()
    await settle()
    const safe = Promise.withResolvers<void>()

    const handing = keeper.handOver('olga', () => safe.promise)
    expect([keeper.state.kind, keeper.mayWrite()]).toEqual(['handing', false])
    safe.resolve()
    await handing

    expect([keeper.state, states.at(-1)]).toEqual([{ kind: 'taken', who: 'olga' }, 'taken'])
  })

  it('stays with whoever has it when the text could not be put in safety', async () => {
    const { keeper, settle } = opened()
    await settle()

    await expect(keeper.handOver('olga', () => Promise.reject(UNREACHABLE))).rejects.toThrow(UNREACHABLE.message)
    await settle()

    expect([keeper.state.kind, keeper.mayWrite()]).toEqual(['held', true])
  })
})
