import { describe, expect, it } from 'vitest'
import { isHeldAgainst, isHeldIn, pageLocked } from './lock.ts'

const lock = { userId: 7, username: 'olga', tab: 'first', lastsMs: 1 }

describe('a lock', () => {
  it('stands in the way of everybody but its holder, programs with a key among them', () => {
    expect([7, 8, 0].map((userId) => isHeldAgainst(lock, userId))).toEqual([false, true, true])
    expect(isHeldAgainst(null, 7)).toBe(false)
  })

  it('is of one window; whoever names none is in no other one', () => {
    expect(['first', 'second', ''].map((tab) => isHeldIn(lock, 7, tab))).toEqual([true, false, true])
    expect(isHeldIn({ ...lock, tab: '' }, 7, 'second')).toBe(true)
    expect([isHeldIn(lock, 8, 'first'), isHeldIn(null, 7, '')]).toEqual([false, false])
  })

  it('[ERR-13] refuses with the name of its holder and the title of the page', () => {
    const { kind, details } = pageLocked('Refunds', lock)

    expect([kind, details]).toEqual(['pageLocked', { title: 'Refunds', who: 'olga' }])
  })
})
