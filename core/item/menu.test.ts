import { describe, expect, it } from 'vitest'
import type { Catalog } from '../catalog/catalog.ts'
import type { PageHead } from '../page/page.ts'
import { placeIn } from './kept-menu.ts'
import { menuOf } from './menu.ts'
import { menuView } from './menu-view.ts'

const catalogs: readonly Catalog[] = [
  { id: 1, itemId: 1, parentId: null, name: 'one', level: 1, order: 99 },
  { id: 2, itemId: 1, parentId: 1, name: 'two', level: 2, order: 99 },
  { id: 3, itemId: 1, parentId: 2, name: 'three', level: 3, order: 99 },
  { id: 4, itemId: 1, parentId: null, name: 'four', level: 1, order: 1 },
]
const head = (id: number, catalogId: number | null, order = 99): PageHead => ({
  id,
  itemId: 1,
  catalogId,
  title: `page ${id}`,
  order,
  authorId: 1,
  revision: 1,
  createdAt: new Date(0),
  savedAt: new Date(0),
})
const heads = [head(10, null), head(11, null, 3), head(12, 3), head(13, 4)]

describe('the menu of an item', () => {
  it('[ITEM-32] lists pages and catalogs by order number, smaller first', () => {
    const menu = menuOf(catalogs, heads, null)

    expect(menu.pages.map(({ id }) => id)).toEqual([11, 10])
    expect(menu.catalogs.map(({ id }) => id)).toEqual([4, 1])
    expect(menu.catalogs[1]?.catalogs[0]?.catalogs[0]?.pages.map(({ id }) => id)).toEqual([12])
  })

  it('shows a limited member one catalog with all below it, and no page of the root', () => {
    const menu = menuOf(catalogs, heads, [1])

    expect(menu.pages).toEqual([])
    expect(menu.catalogs.map(({ id }) => id)).toEqual([1])
    expect(menu.catalogs[0]?.catalogs[0]?.catalogs[0]?.pages.map(({ id }) => id)).toEqual([12])
  })

  it('tells the catalogs to open for a page on the third level, and none for one in the root', () => {
    const shown = menuView(menuOf(catalogs, heads, null))

    expect(placeIn(shown, 12)).toMatchObject({ page: { pageId: 12, pageTitle: 'page 12' }, path: [1, 2, 3] })
    expect(placeIn(shown, 13)?.path).toEqual([4])
    expect(placeIn(shown, 10)?.path).toEqual([])
    expect(placeIn(menuView(menuOf(catalogs, heads, [1])), 13)).toBeNull()
    expect(placeIn(shown, 999)).toBeNull()
  })
})
