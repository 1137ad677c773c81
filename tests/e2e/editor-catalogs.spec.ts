import type { Page } from '@playwright/test'
import { expect, newPerson, restClient, signIn, test } from './support/product.ts'

/** A person with an item and a page in it, signed in. */
async function writer(page: Page, url: string, username: string) {
  const password = await newPerson(url, username)
  const client = await restClient(url, username, password)
  const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_name: 'Payments' })
  const first = { item_id: itemId, page_id: 0, page_title: 'Login', page_content: 'text' }
  const { page_id: pageId } = await client.call<{ page_id: number }>('page/save', first)
  await signIn(page, url, username, password)
  return { client, itemId, pageId }
}

test('[EDIT-06] [EDIT-07] pages are sorted from the editor, and the catalogs are a link away', async ({
  page,
  server,
}) => {
  const { client, itemId, pageId } = await writer(page, server.url, 'sorter')
  await client.call('page/save', { item_id: itemId, page_id: 0, page_title: 'Second', page_content: 'text' })
  await page.goto(`/page/edit/${itemId}/${pageId}`)
  await page.getByRole('button', { name: 'Sort pages' }).click()
  await page.getByRole('button', { name: 'Move Second up' }).click()
  await page.getByRole('button', { name: 'Save the order' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  const { menu } = await client.call<{ menu: { pages: { page_title: string }[] } }>('item/info', { item_id: itemId })
  expect(menu.pages.map(({ page_title: title }) => title)).toEqual(['Second', 'Login'])
  await page.getByRole('link', { name: 'Manage catalogs' }).click()
  await expect(page).toHaveURL(new RegExp(`/catalog/${itemId}$`))
})

test('[EDIT-07] a page is dragged to its place in the order', async ({ page, server }) => {
  const { client, itemId, pageId } = await writer(page, server.url, 'pagedragger')
  for (const title of ['Second', 'Third'])
    await client.call('page/save', { item_id: itemId, page_id: 0, page_title: title, page_content: 'text' })
  await page.goto(`/page/edit/${itemId}/${pageId}`)
  await page.getByRole('button', { name: 'Sort pages' }).click()
  const rows = page.getByRole('dialog').getByRole('listitem')
  await expect(rows).toHaveText(['Login', 'Second', 'Third'])

  await rows.nth(2).dragTo(rows.nth(0), { sourcePosition: { x: 60, y: 18 }, targetPosition: { x: 60, y: 4 } })
  await expect(rows).toHaveText(['Third', 'Login', 'Second'])
  await page.getByRole('button', { name: 'Save the order' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  const { menu } = await client.call<{ menu: { pages: { page_title: string }[] } }>('item/info', { item_id: itemId })
  expect(menu.pages.map(({ page_title: title }) => title)).toEqual(['Third', 'Login', 'Second'])
})

test('[EDIT-36] a new page lies in the catalog that is open in the item view', async ({ page, server }) => {
  const { client, itemId } = await writer(page, server.url, 'beginner')
  const guides = { item_id: itemId, cat_id: 0, cat_name: 'Guides' }
  const { cat_id: catId } = await client.call<{ cat_id: number }>('catalog/save', guides)
  const inside = { item_id: itemId, page_id: 0, page_title: 'Inside', page_content: 'text', cat_id: catId }
  const { page_id: pageId } = await client.call<{ page_id: number }>('page/save', inside)
  await page.goto(`/${itemId}/${pageId}`)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'New page' }).click()

  await expect(page.getByRole('combobox', { name: 'Catalog' })).toHaveValue('Guides')
})
