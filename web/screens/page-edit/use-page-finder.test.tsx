import { expect, it } from 'vitest'
import { found } from './use-page-finder.ts'

const page = (title: string) => ({ title, address: `/1/${title}`, path: [] })

it('lists titles that begin with the query before those that contain it', () => {
  const pages = ['My orders', 'Invoices', 'Orders', '订单表'].map(page)
  const titles = (query: string) => found(pages, query).map(({ title }) => title)

  expect(titles('order')).toEqual(['Orders', 'My orders'])
  expect(titles(' 订单 ')).toEqual(['订单表'])
  expect(titles('')).toHaveLength(4)
  expect(titles('nothing')).toEqual([])
})
