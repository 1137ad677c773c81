import { vi } from 'vitest'
import { LockKeeper, type LockAnswer, type LockState, type LockWorld } from '#web/screens/page-edit/lock/lock-keeper.ts'

export const MINE: LockAnswer = { isLocked: true, isOwn: true, isThisTab: true, holderUsername: 'ed' }
export const OTHER_WINDOW: LockAnswer = { ...MINE, isThisTab: false }
export const OLGAS: LockAnswer = { isLocked: true, isOwn: false, isThisTab: false, holderUsername: 'olga' }
export const FREE: LockAnswer = { isLocked: false, isOwn: false, isThisTab: false, holderUsername: '' }
export const refused = (kind: 'pageLocked' | 'pageChanged' | 'notAllowed' | 'notFound' | 'loginRequired') =>
  Object.assign(new Error('You may not do this.'), { data: { kind, details: { who: 'olga' } } })
export const UNREACHABLE = new Error('the server could not be reached')

/** A lock keeper, and a server with given answers; an error is a refusal. */
export function opened({ pageId = 7, isReturning = false, taken = MINE } = {}) {
  let answers: { take: LockAnswer | Error; look: LockAnswer | Error } = { take: taken, look: taken }
  const answer = async (given: LockAnswer | Error): Promise<LockAnswer> => {
    if (given instanceof Error) throw given
    return given
  }
  const world = {
    take: vi.fn<LockWorld['take']>(() => answer(answers.take)),
    release: vi.fn<LockWorld['release']>(async () => FREE),
    sayGoodbye: vi.fn<LockWorld['sayGoodbye']>(),
    releaseGone: vi.fn<LockWorld['releaseGone']>(async () => false),
    look: vi.fn<LockWorld['look']>(() => answer(answers.look)),
    seize: vi.fn<LockWorld['seize']>(() => answer(MINE)),
    username: 'ed',
    baseRevision: () => 3,
    now: () => Date.now(),
  }
  const states: LockState['kind'][] = []
  const keeper = new LockKeeper(world, ({ kind }) => states.push(kind))
  keeper.open(pageId, isReturning)
  return {
    keeper,
    world,
    states,
    server: (take: LockAnswer | Error, look = take) => {
      answers = { take, look }
    },
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    /** Simulates sleep: the clock advances, and nothing runs. */
    sleep: (ms: number) => vi.setSystemTime(Date.now() + ms),
    settle: () => vi.advanceTimersByTimeAsync(0),
  }
}
