// @vitest-environment jsdom
import { act, useEffect } from 'react'
import { expect, it } from 'vitest'
import { mounted, Refused } from '#tests/support/mounted.tsx'
import type { PagesOfItem } from '#web/editor/page-finder.ts'
import { found, usePageFinder } from './use-page-finder.ts'

const page = (title: string) => ({ title, address: `/1/${title}`, path: [] })

it('lists titles that begin with the query before those that contain it', () => {
  const pages = ['My orders', 'Invoices', 'Orders', '订单表'].map(page)
  const titles = (query: string) => found(pages, query).map(({ title }) => title)

  expect(titles('order')).toEqual(['Orders', 'My orders'])
  expect(titles(' 订单 ')).toEqual(['订单表'])
  expect(titles('')).toHaveLength(4)
  expect(titles('nothing')).toEqual([])
})

function Finder({ onPages }: { onPages(pages: PagesOfItem): void }) {
  const pages = usePageFinder(1)
  useEffect(() => {
    onPages(pages)
  })
  return null
}

/** The pages of an item whose only page has the title that `title` answers with. */
async function finder(title: () => string) {
  let pages: PagesOfItem | undefined
  const info = () => ({
    itemDomain: '',
    menu: { pages: [{ pageId: 7, pageTitle: title() }], catalogs: [] },
  })
  await mounted(<Finder onPages={(given) => void (pages = given)} />, { 'item.info': info })
  const known = pages ?? expect.unreachable('nothing was rendered')
  return { titles: (query: string) => act(async () => (await known.find(query)).map((one) => one.title)) }
}

it('finds a page by the title it was given elsewhere while the editor is open', async () => {
  let title = 'Orders'
  const { titles } = await finder(() => title)
  expect(await titles('')).toEqual(['Orders'])

  title = 'Invoices'

  expect(await titles('')).toEqual(['Invoices'])
  expect(await titles('inv')).toEqual(['Invoices'])
})

it('finds the pages it knew before when the session has ended', async () => {
  let isLoggedIn = true
  const { titles } = await finder(() => {
    if (!isLoggedIn) throw new Refused('loginRequired')
    return 'Orders'
  })
  expect(await titles('')).toEqual(['Orders'])

  isLoggedIn = false

  expect(await titles('')).toEqual(['Orders'])
  expect(await titles('ord')).toEqual(['Orders'])
})
