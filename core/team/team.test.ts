import { describe, expect, it } from 'vitest'
import type { Catalog } from '../catalog/catalog.ts'
import { DomainError } from '../errors.ts'
import { inLockOrder } from './lock-order.ts'
import { changedGrant, type TeamGrant } from './team.ts'

const now = new Date('2026-03-01T08:00:00Z')
const catalog = (id: number, parentId: number | null): Catalog => ({
  ...{ id, parentId, itemId: 1, name: `Catalog ${id}`, order: 99 },
  level: parentId === null ? 1 : 2,
})
const catalogs = [catalog(10, null), catalog(11, 10), catalog(12, null)]
const grant: TeamGrant = {
  ...{ id: 5, teamId: 3, itemId: 1, userId: 7, addedAt: now },
  ...{ role: 'editor', catalogId: 10, givenBy: 2 },
}
const changed = (wish: Partial<Parameters<typeof changedGrant>[1]>, before = grant) => {
  const { role, catalogId } = changedGrant(before, { role: undefined, catalogId: undefined, ...wish }, catalogs)
  return [role, catalogId]
}

describe('a right in an item', () => {
  it('keeps what is not asked for', () => {
    expect(changed({})).toEqual(['editor', 10])
    expect(changed({ role: 'reader' })).toEqual(['reader', 10])
    expect(changed({ catalogId: 12 })).toEqual(['editor', 12])
    expect(changed({ catalogId: null })).toEqual(['editor', null])
  })

  it('has no catalog when it is a manager’s', () => {
    expect(changed({ role: 'manager' })).toEqual(['manager', null])
    expect(changed({ role: 'manager', catalogId: 12 })).toEqual(['manager', null])
    expect(changed({ catalogId: 12 }, { ...grant, role: 'manager', catalogId: null })).toEqual(['manager', null])
  })

  it('is limited to catalogs of the first level of the item only', () => {
    expect(() => changed({ catalogId: 11 })).toThrow(new DomainError('catalogTooLow'))
    expect(() => changed({ catalogId: 99 })).toThrow(new DomainError('notFound'))
  })

  it('never widens because its catalog was moved below another one', () => {
    expect(changed({ role: 'reader' }, { ...grant, catalogId: 11 })).toEqual(['reader', 11])
  })
})

it('items are held by their ids, so that nobody waits in a circle', () => {
  const bindings = [{ itemId: 20 }, { itemId: 3 }, { itemId: 100 }]

  expect(inLockOrder(bindings).map(({ itemId }) => itemId)).toEqual([3, 20, 100])
})
