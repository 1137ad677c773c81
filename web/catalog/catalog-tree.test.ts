import { describe, expect, it } from 'vitest'
import { findPlace, movedTo, placesOf, stepped, type CatalogBranch } from './catalog-tree.ts'

const branch = (catalogId: number, ...sub: CatalogBranch[]): CatalogBranch => ({
  catalogId,
  catalogName: `catalog ${catalogId}`,
  sub,
})
// 1 ─ 2 ─ 3, then 4, then 5 ─ 6
const tree = [branch(1, branch(2, branch(3))), branch(4), branch(5, branch(6))]
const shape = (result: ReturnType<typeof movedTo>): string =>
  typeof result === 'string'
    ? result
    : result.map(({ catalogId, sub }) => (sub.length === 0 ? `${catalogId}` : `${catalogId}(${shape(sub)})`)).join(' ')

describe('the tree of catalogs', () => {
  it('knows the level and the place of a catalog', () => {
    expect(findPlace(tree, 3)).toMatchObject({ parentId: 2, index: 0, level: 3, count: 1 })
    expect(findPlace(tree, 5)).toMatchObject({ parentId: 0, index: 2, level: 1, count: 3 })
    expect(findPlace(tree, 9)).toBeNull()
  })

  it('moves a catalog with all below it', () => {
    expect(shape(movedTo(tree, 5, { parentId: 0, index: 0 }))).toBe('5(6) 1(2(3)) 4')
    expect(shape(movedTo(tree, 5, { parentId: 1, index: 1 }))).toBe('1(2(3) 5(6)) 4')
    expect(shape(movedTo(tree, 3, { parentId: 0, index: 3 }))).toBe('1(2) 4 5(6) 3')
  })

  it('[CAT-19] never puts a catalog below itself', () => {
    expect(movedTo(tree, 1, { parentId: 3, index: 0 })).toBe('noPlace')
    expect(movedTo(tree, 1, { parentId: 1, index: 0 })).toBe('noPlace')
  })

  it('refuses a fourth level, counting what lies below the moved catalog', () => {
    expect(movedTo(tree, 4, { parentId: 3, index: 0 })).toBe('tooDeep')
    expect(movedTo(tree, 5, { parentId: 2, index: 0 })).toBe('tooDeep')
    expect(shape(movedTo(tree, 4, { parentId: 2, index: 0 }))).toBe('1(2(4 3)) 5(6)')
  })

  it('goes step by step with the keyboard', () => {
    expect(shape(stepped(tree, 4, 'up'))).toBe('4 1(2(3)) 5(6)')
    expect(shape(stepped(tree, 4, 'down'))).toBe('1(2(3)) 5(6) 4')
    expect(shape(stepped(tree, 4, 'in'))).toBe('1(2(3) 4) 5(6)')
    expect(shape(stepped(tree, 6, 'out'))).toBe('1(2(3)) 4 5 6')
    expect(stepped(tree, 1, 'up')).toBe('noPlace')
    expect(stepped(tree, 5, 'down')).toBe('noPlace')
    expect(stepped(tree, 1, 'in')).toBe('noPlace')
    expect(stepped(tree, 1, 'out')).toBe('noPlace')
  })

  it('is saved with parents and with positions from 1', () => {
    expect(placesOf(tree)).toEqual([
      { catalogId: 1, catalogName: 'catalog 1', parentId: 0, order: 1 },
      { catalogId: 2, catalogName: 'catalog 2', parentId: 1, order: 1 },
      { catalogId: 3, catalogName: 'catalog 3', parentId: 2, order: 1 },
      { catalogId: 4, catalogName: 'catalog 4', parentId: 0, order: 2 },
      { catalogId: 5, catalogName: 'catalog 5', parentId: 0, order: 3 },
      { catalogId: 6, catalogName: 'catalog 6', parentId: 5, order: 1 },
    ])
  })
})
