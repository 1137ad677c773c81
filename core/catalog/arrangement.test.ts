import { describe, expect, it } from 'vitest'
import { byOrder, type Catalog, type CatalogLevel } from './catalog.ts'
import { arranged, type Move } from './arrangement.ts'

type Placed = { readonly id: number; readonly catalogId: number | null; readonly order: number }

const catalog = (id: number, parentId: number | null, level: CatalogLevel, order = 99): Catalog => ({
  ...{ id, itemId: 1, parentId, level, order },
  name: `c${id}`,
})
const page = (id: number, catalogId: number | null = null, order = 99): Placed => ({ id, catalogId, order })
const put = (id: number, into: number | null, before: number | null = null): Move => ({
  ...{ kind: 'page', id, into, before },
})

/** The ids of the pages in a catalog, as menus show them. */
function rowOf(pages: readonly Placed[], catalogId: number | null): readonly number[] {
  return pages
    .filter((each) => each.catalogId === catalogId)
    .toSorted(byOrder)
    .map(({ id }) => id)
}
function after(pages: readonly Placed[], moves: readonly Move[], catalogs: readonly Catalog[] = []): readonly Placed[] {
  const changed = new Map(arranged(catalogs, pages, moves).pages.map((each) => [each.id, each]))
  return pages.map((each) => changed.get(each.id) ?? each)
}

/** Numbers that look thrown, and are the same at every run. */
function thrown(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

describe('an arrangement', () => {
  it('puts a page before another one, also where nobody has sorted yet', () => {
    expect(rowOf(after([page(1), page(2), page(3)], [put(3, null, 2)]), null)).toEqual([1, 3, 2])
    expect(rowOf(after([page(1), page(2), page(3)], [put(1, null)]), null)).toEqual([2, 3, 1])
  })

  it('leaves alone what does not change', () => {
    expect(arranged([], [page(1, null, 1), page(2, null, 2)], [put(1, null, 2)])).toEqual({ catalogs: [], pages: [] })
  })

  it('puts something at the end when what it was to come before has gone', () => {
    const catalogs = [catalog(7, null, 1)]
    expect(rowOf(after([page(1), page(2, 7), page(3, 7)], [put(1, 7, 99)], catalogs), 7)).toEqual([2, 3, 1])
  })

  it('takes catalogs with all below them, no deeper than they may lie and never below themselves', () => {
    const catalogs = [catalog(1, null, 1), catalog(2, 1, 2), catalog(3, null, 1), catalog(4, 3, 2)]
    const into = (id: number, parent: number | null): Move => ({ kind: 'catalog', id, into: parent, before: null })

    expect(arranged(catalogs, [], [into(2, 3)]).catalogs).toMatchObject([
      { id: 2, parentId: 3, level: 2, order: 2 },
      { id: 4, order: 1 },
    ])
    expect(() => arranged(catalogs, [], [into(1, 4)])).toThrow('catalogTooDeep')
    expect(() => arranged(catalogs, [], [into(1, 2)])).toThrow('catalogLoop')
    expect(() => arranged(catalogs, [], [into(1, 5)])).toThrow('notFound')
  })

  it('loses and doubles nothing, keeps what is not moved in its order, and is undone by going back', () => {
    const next = thrown(7)
    const places = [null, 1, 2, 3]
    const catalogs = [catalog(1, null, 1), catalog(2, null, 1), catalog(3, 2, 2)]
    for (let round = 0; round < 300; round += 1) {
      const pages = Array.from({ length: 12 }, (_, at) => page(at + 1, places[next(4)], next(3) === 0 ? 99 : next(12)))
      const chosen = pages.filter(() => next(3) === 0)
      const target = places[next(4)] ?? null
      const before = rowOf(pages, target).find((id) => next(3) === 0 && !chosen.some((each) => each.id === id)) ?? null
      const moves = chosen.map(({ id }) => put(id, target, before))
      const back = places.flatMap((place) => {
        const row = rowOf(pages, place ?? null)
        return row
          .map((id, at) => put(id, place ?? null, row[at + 1] ?? null))
          .filter(({ id }) => chosen.some((each) => each.id === id))
      })

      const moved = after(pages, moves, catalogs)
      const undone = after(moved, back.toReversed(), catalogs)

      const isKept = (id: number) => !chosen.some((each) => each.id === id)
      for (const place of places) {
        expect(rowOf(moved, place ?? null).filter(isKept)).toEqual(rowOf(pages, place ?? null).filter(isKept))
        expect(rowOf(undone, place ?? null)).toEqual(rowOf(pages, place ?? null))
      }
      expect(rowOf(moved, target)).toEqual(expect.arrayContaining(chosen.map(({ id }) => id)))
    }
  })
})
