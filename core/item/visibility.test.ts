import { describe, expect, it } from 'vitest'
import { isRefusal } from '../errors.ts'
import { isOnlyClosed, newItem, visibilityOf, type Item } from './item.ts'
import { withVisibility, type VisibilityWish } from './visibility.ts'

const services = {
  seals: {
    seal: (text: string) => `sealed ${text}`,
    open: (sealed: string) => sealed.slice('sealed '.length),
    digest: (text: string) => `digest of ${text}`,
  },
  keys: { random: (bytes: number) => 'r'.repeat(bytes) },
}
function refusal(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (isRefusal(error)) return error.kind
    throw error
  }
  return 'nothing'
}
const at = new Date('2026-03-01T09:00:00Z')
const open: Item = { id: 7, ...newItem({ name: 'Payments', description: '', domain: '' }, 'regular', 1, at) }
const wished = (item: Item, wish: VisibilityWish) => withVisibility(services, item, wish)
const withPassword = wished(open, { password: 'sesame' })
const membersOnly = wished(open, { visibility: 'members' })

describe('who may read an item', () => {
  it('is said by the password alone, as programs do that know nothing else', () => {
    expect([open, withPassword, wished(withPassword, { password: '' })].map(visibilityOf)).toEqual([
      'open',
      'password',
      'open',
    ])
    expect(wished(withPassword, {})).toBe(withPassword)
  })

  it('is not widened by settings that are read and written back without saying it', () => {
    expect(wished(membersOnly, { password: '' })).toBe(membersOnly)
    expect(wished(membersOnly, {})).toBe(membersOnly)
  })

  it('ends every pass when it becomes the members alone, and again when it no longer is', () => {
    const closed = wished(withPassword, { visibility: 'members' })
    const again = wished(closed, { visibility: 'password', password: 'sesame' })

    expect([withPassword, closed, again].map(({ visitGeneration }) => visitGeneration)).toEqual([1, 2, 3])
    expect(closed.visitPassword?.digest).not.toBe(withPassword.visitPassword?.digest)
  })

  it('keeps the password it has when nothing else is asked for', () => {
    expect(wished(withPassword, { visibility: 'password' })).toBe(withPassword)
  })

  it('is refused as private without any password', () => {
    for (const item of [open, membersOnly])
      for (const wish of [{}, { password: '' }])
        expect(refusal(() => wished(item, { ...wish, visibility: 'password' }))).toBe('invalidInput')
  })

  it('is only narrowed towards members, which an archived item allows as well', () => {
    const items = [open, withPassword, membersOnly]
    const narrower = items.flatMap((before) =>
      items.map((after) => isOnlyClosed(before, { ...after, visitGeneration: 9 })),
    )

    // From open, from private, from members only: to open, to private, to members only.
    expect(narrower).toEqual([false, true, true, false, true, true, false, false, true])
  })
})
