import { expect, it } from 'vitest'
import { exportPath, partIn, printPath } from './part-address.ts'

const searchOf = (address: string): string => new URL(address, 'http://site').search

it('finds the part of an item in its addresses, also in those of former versions', () => {
  for (const path of [exportPath, printPath]) {
    expect(partIn(searchOf(path(7)))).toEqual({ pageId: 0, catalogId: 0 })
    expect(partIn(searchOf(path(7, { pageId: 3 })))).toEqual({ pageId: 3, catalogId: 0 })
    expect(partIn(searchOf(path(7, { catalogId: 4 })))).toEqual({ pageId: 0, catalogId: 4 })
  }
  expect(partIn('?page_id=3')).toEqual({ pageId: 3, catalogId: 0 })
  expect(partIn('?cat_id=4')).toEqual({ pageId: 0, catalogId: 4 })
  expect(partIn('?catalogId=nonsense')).toEqual({ pageId: 0, catalogId: 0 })
})
