import { describe, expect, it } from 'vitest'
import type { Catalog } from '../catalog/catalog.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { limitOf, memberChanges, type Membership, type MemberWish } from './membership.ts'

const now = new Date('2026-03-01T08:00:00Z')
const catalog = (id: number, parentId: number | null): Catalog => ({
  ...{ id, parentId, itemId: 1, name: `Catalog ${id}`, order: 99 },
  level: parentId === null ? 1 : 2,
})
const catalogs = [catalog(10, null), catalog(11, 10)]
const item = { id: 1, ownerId: 7 }
const member = (userId: number, facts: Partial<Membership> = {}): Membership => ({
  ...{ id: 100 + userId, itemId: 1, userId, role: 'reader', catalogId: null, addedAt: new Date(0) },
  ...facts,
})
const person = (id: number) => ({ id, username: `user${id}` })
const changes = (members: readonly Membership[], wish: Partial<MemberWish>) =>
  memberChanges(item, members, { people: [person(2)], role: 'editor', catalogId: null, now, ...wish })

describe('the catalog a role is limited to', () => {
  it('[MEM-09] is a first-level catalog of the item', () => {
    expect(limitOf({ role: 'editor', catalogId: 10 }, catalogs)).toBe(10)
    expect(limitOf({ role: 'reader', catalogId: null }, catalogs)).toBeNull()
    expect(() => limitOf({ role: 'editor', catalogId: 11 }, catalogs)).toThrow(new DomainError('catalogTooLow'))
    expect(() => limitOf({ role: 'reader', catalogId: 12 }, catalogs)).toThrow(new DomainError('notFound'))
  })

  it('[MEM-06] is none for managers, whatever is asked for', () => {
    for (const catalogId of [null, 10, 11, 12]) expect(limitOf({ role: 'manager', catalogId }, catalogs)).toBeNull()
  })
})

describe('the members of an item', () => {
  it('begin with the role they are given', () => {
    const after = { itemId: 1, role: 'editor', catalogId: 10, addedAt: now }

    expect(changes([member(3)], { people: [person(2), person(4)], catalogId: 10 })).toEqual([
      { before: null, after: { ...after, userId: 2 } },
      { before: null, after: { ...after, userId: 4 } },
    ])
  })

  it('[ISET-16] are in it once: who is added again changes, and has been there since the first time', () => {
    const before = member(2, { catalogId: 10 })

    const [change] = changes([before], { role: 'editor', catalogId: null })

    expect(change).toEqual({ before, after: { itemId: 1, userId: 2, role: 'editor', catalogId: null, addedAt: before.addedAt } }) // prettier-ignore
    expect(changes([member(2, { role: 'editor' })], {})).toEqual([])
  })

  it('keep their catalog when none is named, which never widens a right', () => {
    const limited = member(2, { catalogId: 10 })

    expect(changes([limited], { catalogId: undefined })[0]?.after).toMatchObject({ role: 'editor', catalogId: 10 })
    expect(changes([limited], { role: 'reader', catalogId: undefined })).toEqual([])
    expect(changes([limited], { role: 'manager', catalogId: undefined })[0]?.after.catalogId).toBeNull()
    expect(changes([], { catalogId: undefined })[0]?.after.catalogId).toBeNull()
  })

  it('do not include the owner', () => {
    const refusal = new DomainError('ownerIsNoMember', { username: 'user7' })

    expect(() => changes([], { people: [person(2), person(7)] })).toThrow(refusal)
  })

  it('are a thousand at most, though those there are may still change', () => {
    const full = Array.from({ length: limits.membersPerItem }, (_, index) => member(1_000 + index))

    expect(() => changes(full, {})).toThrow(DomainError)
    expect(changes(full.slice(1), {})).toHaveLength(1)
    expect(changes(full, { people: [person(1_000)] })).toHaveLength(1)
  })
})
