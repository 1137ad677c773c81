import { expect, newPerson, test, untilAwake, type Person } from './support/product.ts'
import { newWriter } from './support/writer.ts'

let person: Person
test.beforeAll(async ({ server }) => {
  person = await newPerson(server.url, 'catalogs-olga')
})

test('[EDIT-06] [EDIT-07] pages are sorted from the editor, and the catalogs are a link away', async ({
  page,
  server,
}) => {
  const { client, itemId, pageId } = await newWriter(page, server.url, person)
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
  const { client, itemId, pageId } = await newWriter(page, server.url, person)
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

test('[EDIT-36] [ENT-LOCAL-02] a new page lies in the catalog that is open in the item view', async ({
  page,
  server,
}) => {
  const { client, itemId } = await newWriter(page, server.url, person)
  const guides = { item_id: itemId, cat_id: 0, cat_name: 'Guides' }
  const { cat_id: catId } = await client.call<{ cat_id: number }>('catalog/save', guides)
  const inside = { item_id: itemId, page_id: 0, page_title: 'Inside', page_content: 'text', cat_id: catId }
  const { page_id: pageId } = await client.call<{ page_id: number }>('page/save', inside)
  await page.goto(`/${itemId}/${pageId}`)
  await untilAwake(page)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'New page' }).click()

  await expect(page.getByRole('combobox', { name: 'Catalog' })).toHaveValue('Guides')
})

test('[GEN-18] [ENT-LOCAL-01] the item last opened is shown from memory, and the browser stores nothing of what is in it', async ({
  page,
  server,
}) => {
  const { client, itemId, pageId } = await newWriter(page, server.url, person)
  const guides = { item_id: itemId, cat_id: 0, cat_name: 'Guides' }
  const { cat_id: catId } = await client.call<{ cat_id: number }>('catalog/save', guides)
  await page.goto(`/${itemId}/${pageId}`)
  await untilAwake(page)
  const catalog = page.getByRole('treeitem', { name: 'Guides' })
  await expect(catalog).toBeVisible()
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page).toHaveURL(new RegExp(`/page/edit/${itemId}/${pageId}$`))
  await page.route(/item\.info/, () => undefined)

  await page.goBack()

  await expect(catalog).toBeVisible()
  await catalog.click()
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  await expect.poll(stored).toContain(String(catId))
  expect(await stored()).not.toMatch(/Guides|Login/)
})
