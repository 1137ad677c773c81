import { describe, expect, it } from 'vitest'
import { DomainError } from '../errors.ts'
import { domainOf, isPrivate, newItem, withSettings, withVisitPassword, type Item } from './item.ts'

const then = new Date('2026-01-01T00:00:00Z')
const now = new Date('2026-01-02T00:00:00Z')
const settings = { name: 'Payment API', description: '', domain: 'pay' }
const item: Item = { id: 1, ...newItem(settings, 'regular', 7, then) }
const refusal = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof DomainError) return error.kind
    throw error
  }
  return 'nothing'
}

describe('a personal domain', () => {
  it.each(['a', 'Pay2', '2pay', 'settings'])('may be %j', (domain) => {
    expect(domainOf(domain)).toBe(domain)
  })

  it.each(['a-b', 'a b', '域名', '123', 'a.b', 'a/b', '１２a'])('[ADD-09] may not be %j', (domain) => {
    expect(refusal(() => domainOf(domain))).toBe('illegalDomain')
  })

  it.each([
    'api',
    'admin',
    'Attachment',
    'catalog',
    'item',
    'message',
    'notice',
    'p',
    'PAGE',
    'server',
    'team',
    'user',
    'setup',
  ])('may not be the address %j of the product', (domain) => {
    expect(refusal(() => domainOf(domain))).toBe('illegalDomain')
  })

  it('may be left out', () => {
    expect(domainOf('')).toBeNull()
  })
})

describe('an item', () => {
  it('is open at first', () => {
    expect(isPrivate(item)).toBe(false)
    expect(item).toMatchObject({ visitGeneration: 0, isArchived: false, ownerId: 7, domain: 'pay' })
  })

  it('[ADD-24] is refused without a name', () => {
    expect(refusal(() => newItem({ ...settings, name: ' ' }, 'regular', 7, then))).toBe('invalidInput')
    expect(refusal(() => withSettings(item, { ...settings, name: '' }, now))).toBe('invalidInput')
  })

  it('keeps everything but its settings when they change', () => {
    expect(withSettings(item, { name: 'Orders', description: 'd', domain: '' }, now)).toEqual({
      ...item,
      name: 'Orders',
      description: 'd',
      domain: null,
      updatedAt: now,
    })
  })

  it('ends all passes with every change of the visit password, opening and closing with the same one among them', () => {
    const password = { sealed: 'sealed', digest: 'digest' }

    const closed = withVisitPassword(item, password)
    const opened = withVisitPassword(closed, null)
    const again = withVisitPassword(opened, password)

    expect([closed, opened, again].map(({ visitGeneration }) => visitGeneration)).toEqual([1, 2, 3])
    expect(withVisitPassword(closed, { sealed: 'sealed anew', digest: 'digest' })).toBe(closed)
    expect(withVisitPassword(item, null)).toBe(item)
  })
})
