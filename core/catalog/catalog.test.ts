import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import {
  catalogOf,
  flattened,
  newCatalog,
  pathOf,
  rearranged,
  subtreeOf,
  topOf,
  treeOf,
  visibleOf,
  type Catalog,
  type CatalogLevel,
} from './catalog.ts'

const catalog = (id: number, parentId: number | null, level: CatalogLevel, order = 99): Catalog => ({
  id,
  itemId: 1,
  parentId,
  name: `catalog ${id}`,
  level,
  order,
})
// 1 ─ 2 ─ 3, 1 ─ 4, 5
const catalogs = [catalog(1, null, 1), catalog(2, 1, 2), catalog(3, 2, 3), catalog(4, 1, 2, 5), catalog(5, null, 1, 1)]
const ids = (list: readonly Catalog[]) => list.map(({ id }) => id)
const refusal = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof DomainError) return error.kind
    throw error
  }
  return 'nothing'
}

const at = (id: number, parentId: number | null, name = `catalog ${id}`, order = 99) => ({
  id,
  parentId,
  name,
  order,
})

describe('the tree of catalogs', () => {
  it('nests by parent and sorts by order, then by age', () => {
    const [first, second] = treeOf(catalogs)

    expect([first?.id, second?.id]).toEqual([5, 1])
    expect(ids(second?.sub ?? [])).toEqual([4, 2])
    expect(ids(flattened(treeOf(catalogs)))).toEqual([5, 1, 4, 2, 3])
  })

  it('tells the way from the first level down', () => {
    expect(ids(pathOf(catalogs, 3))).toEqual([1, 2, 3])
    expect(pathOf(catalogs, null)).toEqual([])
    expect(topOf(catalogs, 3)).toBe(1)
    expect(topOf(catalogs, 5)).toBe(5)
  })

  it('refuses ids that are not of this item', () => {
    expect(refusal(() => topOf(catalogs, 77))).toBe('notFound')
    expect(refusal(() => catalogOf(catalogs, 77))).toBe('notFound')
    expect(refusal(() => newCatalog(catalogs, { itemId: 1, parentId: 77, name: 'x' }))).toBe('notFound')
    expect(refusal(() => rearranged(catalogs, [{ id: 77, parentId: null, name: 'x', order: 1 }]))).toBe('notFound')
    expect(refusal(() => rearranged(catalogs, [{ id: 5, parentId: 77, name: 'x', order: 1 }]))).toBe('notFound')
  })

  it('gathers what lies below a catalog, parents before children', () => {
    expect(ids(subtreeOf(catalogs, 1))).toEqual([1, 2, 4, 3])
    expect(subtreeOf(catalogs, 77)).toEqual([])
  })

  it('shows a limited member the given first-level catalogs with all below them', () => {
    expect(ids(visibleOf(catalogs, [1]))).toEqual([4, 1, 2, 3])
    expect(visibleOf(catalogs, null)).toBe(catalogs)
    expect(visibleOf(catalogs, [])).toEqual([])
  })
})

describe('a new catalog', () => {
  it('lies one level below its parent and last unless sorted', () => {
    expect(newCatalog(catalogs, { itemId: 1, parentId: 2, name: ' Orders ' })).toEqual({
      itemId: 1,
      parentId: 2,
      name: 'Orders',
      level: 3,
      order: 99,
    })
  })

  it('is refused below the third level', () => {
    expect(refusal(() => newCatalog(catalogs, { itemId: 1, parentId: 3, name: 'too deep' }))).toBe('catalogTooDeep')
  })

  it('is refused without a name', () => {
    expect(refusal(() => newCatalog(catalogs, { itemId: 1, parentId: null, name: '  ' }))).toBe('invalidInput')
  })

  it('is refused when the item is full', () => {
    const full = Array.from({ length: limits.catalogsPerItem }, (_, index) => catalog(index + 1, null, 1))

    expect(refusal(() => newCatalog(full, { itemId: 1, parentId: null, name: 'one more' }))).toBe('tooMany')
  })
})

describe('rearranging catalogs', () => {
  it('gives back only what differs', () => {
    expect(rearranged(catalogs, [at(1, null), at(2, 1)])).toEqual([])
    expect(rearranged(catalogs, [at(2, 1, 'renamed')])).toEqual([{ ...catalog(2, 1, 2), name: 'renamed' }])
  })

  it('moves what lies below along, with its levels', () => {
    const changed = rearranged(catalogs, [at(2, null)])

    expect(changed.map(({ id, level }) => [id, level])).toEqual([
      [2, 1],
      [3, 2],
    ])
  })

  it('refuses to push what lies below beyond the third level', () => {
    expect(refusal(() => rearranged(catalogs, [at(1, 5)]))).toBe('catalogTooDeep')
  })

  it('refuses a catalog below itself, at once or by the way round', () => {
    expect(refusal(() => rearranged(catalogs, [at(1, 1)]))).toBe('catalogLoop')
    expect(refusal(() => rearranged(catalogs, [at(1, 3)]))).toBe('catalogLoop')
    expect(refusal(() => rearranged(catalogs, [at(1, 5), at(5, 1)]))).toBe('catalogLoop')
  })

  it('exchanges parent and child in one step', () => {
    const changed = rearranged(catalogs, [at(2, null), at(1, 2)])

    expect(new Map(changed.map(({ id, level, parentId }) => [id, [parentId, level]]))).toEqual(
      new Map([
        [1, [2, 2]],
        [2, [null, 1]],
        [3, [2, 2]],
        [4, [1, 3]],
      ]),
    )
  })

  it('keeps every tree sound or refuses: levels follow parents, no loops, three deep at most', () => {
    const place = fc.record({
      id: fc.integer({ min: 1, max: 5 }),
      parentId: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
      name: fc.constantFrom('a', 'b'),
      order: fc.integer({ min: 0, max: 9 }),
    })
    fc.assert(
      fc.property(fc.array(place, { maxLength: 6 }), (places) => {
        const kind = refusal(() => rearranged(catalogs, places))
        if (kind === 'catalogLoop' || kind === 'catalogTooDeep') return
        expect(kind).toBe('nothing')

        const changed = new Map(rearranged(catalogs, places).map((each) => [each.id, each]))
        const after = catalogs.map((each) => changed.get(each.id) ?? each)
        expect(flattened(treeOf(after))).toHaveLength(catalogs.length)
        for (const each of after) expect(pathOf(after, each.id)).toHaveLength(each.level)
      }),
    )
  })
})
