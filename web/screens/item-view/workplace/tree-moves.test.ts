import { describe, expect, it } from 'vitest'
import { nodesOf } from '../menu-nodes.ts'
import {
  deletionOf,
  destinationsFor,
  homeOf,
  movesBack,
  movesTo,
  placeOf,
  stepFrom,
  targetAt,
  topMost,
} from './tree-moves.ts'

const page = (pageId: number) => ({ pageId, pageTitle: `page ${pageId}` })
const nodes = nodesOf({
  pages: [page(1), page(2), page(3)],
  catalogs: [
    {
      catalogId: 10,
      catalogName: 'users',
      pages: [page(4), page(5)],
      catalogs: [
        {
          catalogId: 11,
          catalogName: 'roles',
          pages: [page(6)],
          catalogs: [{ catalogId: 12, catalogName: 'rights', pages: [], catalogs: [] }],
        },
      ],
    },
    { catalogId: 20, catalogName: 'orders', pages: [], catalogs: [] },
  ],
})
const aPage = (id: number) => ({ kind: 'page', id }) as const
const aCatalog = (id: number) => ({ kind: 'catalog', id }) as const
const named = (...names: Parameters<typeof placeOf>[1][]) => names.map((name) => placeOf(nodes, name)!.node)

describe('a drop in the tree', () => {
  it('on a page puts pages beside it, and catalogs after the pages', () => {
    expect(targetAt(nodes, aPage(2), 'before', [aPage(5)])).toEqual({ into: 0, beforePage: 2, beforeCatalog: 10 })
    expect(targetAt(nodes, aPage(2), 'after', [aPage(3)])).toEqual({ into: 0, beforePage: 0, beforeCatalog: 10 })
  })

  it('on a catalog puts things into it, or beside it at its edges', () => {
    expect(targetAt(nodes, aCatalog(20), 'inside', [aPage(1)])).toEqual({ into: 20, beforePage: 0, beforeCatalog: 0 })
    expect(targetAt(nodes, aCatalog(11), 'before', [aCatalog(20)])).toEqual({
      ...{ into: 10, beforePage: 0, beforeCatalog: 11 },
    })
  })

  it('never puts a catalog into itself', () => {
    expect(targetAt(nodes, aCatalog(11), 'inside', [aCatalog(10)])).toBeNull()
    expect(targetAt(nodes, aPage(6), 'before', [aCatalog(10)])).toBeNull()
    expect(targetAt(nodes, aCatalog(10), 'inside', [aCatalog(10)])).toBeNull()
  })

  it('moves the content of a chosen catalog only once', () => {
    const chosen = [aPage(6), aCatalog(11), aPage(3)]
    expect(topMost(nodes, chosen).map(({ kind, id }) => `${kind} ${id}`)).toEqual(['page 3', 'catalog 11'])
    expect(movesTo(topMost(nodes, chosen), { into: 20, beforePage: 0, beforeCatalog: 0 })).toMatchObject([
      { kind: 'page', id: 3, into: 20 },
      { kind: 'catalog', id: 11, into: 20 },
    ])
  })

  it('is undone by moving the last one first', () => {
    expect(movesBack(nodes, [aPage(2), aPage(3), aCatalog(11)])).toEqual([
      { kind: 'catalog', id: 11, into: 10, before: 0 },
      { kind: 'page', id: 3, into: 0, before: 0 },
      { kind: 'page', id: 2, into: 0, before: 3 },
    ])
  })
})

describe('a step by keyboard', () => {
  it('goes up and down among its kind, into the catalog above and out again', () => {
    expect(stepFrom(nodes, aPage(2), 'up')).toMatchObject({ into: 0, beforePage: 1 })
    expect(stepFrom(nodes, aPage(1), 'down')).toMatchObject({ into: 0, beforePage: 3 })
    expect(stepFrom(nodes, aPage(2), 'down')).toMatchObject({ into: 0, beforePage: 0 })
    expect(stepFrom(nodes, aPage(2), 'in')).toMatchObject({ into: 10 })
    expect(stepFrom(nodes, aCatalog(20), 'in')).toMatchObject({ into: 10 })
    expect(stepFrom(nodes, aPage(6), 'out')).toMatchObject({ into: 10, beforePage: 0 })
    expect(stepFrom(nodes, aCatalog(11), 'out')).toMatchObject({ into: 0, beforeCatalog: 20 })
  })

  it('ends where the tree ends', () => {
    expect(stepFrom(nodes, aPage(1), 'up')).toBeNull()
    expect(stepFrom(nodes, aPage(3), 'down')).toBeNull()
    expect(stepFrom(nodes, aPage(1), 'out')).toBeNull()
    expect(stepFrom(nodes, aCatalog(10), 'in')).toBeNull()
  })
})

it('only offers catalogs that are not too deep for what is moved', () => {
  const ids = (...moved: Parameters<typeof placeOf>[1][]) => destinationsFor(nodes, named(...moved)).map(({ id }) => id)

  expect(ids(aPage(1))).toEqual([10, 11, 12, 20])
  expect(ids(aCatalog(20))).toEqual([10, 11])
  expect(ids(aCatalog(11))).toEqual([10, 20])
  expect(ids(aCatalog(10))).toEqual([])
})

it('things are in one catalog, at the top, or in several', () => {
  expect(homeOf(nodes, [aPage(1), aCatalog(10)])).toBe(0)
  expect(homeOf(nodes, [aPage(4), aCatalog(11)])).toBe(10)
  expect(homeOf(nodes, [aPage(4), aPage(6)])).toBeNull()
})

it('a deletion knows what it deletes and where that was, catalogs before those below them', () => {
  expect(deletionOf(nodes, [aPage(2), aCatalog(11)])).toEqual({
    pages: [
      { pageId: 2, catalogId: 0 },
      { pageId: 6, catalogId: 11 },
    ],
    catalogs: [
      { catalogId: 11, catalogName: 'roles', parentId: 10, order: 1 },
      { catalogId: 12, catalogName: 'rights', parentId: 11, order: 1 },
    ],
  })
})
