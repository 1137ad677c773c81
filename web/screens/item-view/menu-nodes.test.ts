import { describe, expect, it } from 'vitest'
import { firstPageOf, nodesOf, pathTo, rowsOf } from './menu-nodes.ts'

const page = (pageId: number) => ({ pageId, pageTitle: `page ${pageId}` })
const nodes = nodesOf({
  pages: [page(1)],
  catalogs: [
    {
      catalogId: 10,
      catalogName: 'users',
      pages: [page(2), page(3)],
      catalogs: [{ catalogId: 11, catalogName: 'roles', pages: [page(4)], catalogs: [] }],
    },
    { catalogId: 12, catalogName: 'empty', pages: [], catalogs: [] },
  ],
})

describe('the tree of an item', () => {
  it('[VIEW-12] shows pages and catalogs of the top, and what is in open catalogs', () => {
    const titles = (open: readonly number[]) =>
      rowsOf(nodes, new Set(open)).map(({ node, level }) => `${level} ${node.title}`)

    expect(titles([])).toEqual(['1 page 1', '1 users', '1 empty'])
    expect(titles([10])).toEqual(['1 page 1', '1 users', '2 page 2', '2 page 3', '2 roles', '1 empty'])
  })

  it('[VIEW-31] knows the catalogs that lead to a page', () => {
    expect(pathTo(nodes, 4)?.map(({ id }) => id)).toEqual([10, 11])
    expect(pathTo(nodes, 1)).toEqual([])
    expect(pathTo(nodes, 99)).toBeNull()
  })

  it('opens with the first page as the tree reads', () => {
    expect(firstPageOf(nodes)).toBe(1)
    expect(firstPageOf(nodes.slice(1))).toBe(2)
    expect(firstPageOf([])).toBeNull()
  })
})
