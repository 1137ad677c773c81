import { expect, newPerson, restClient, signIn, test, type RestClient } from './support/product.ts'

/** A person with an item of his own, logged in in the browser and over REST. */
async function ownerOf(
  page: Parameters<typeof signIn>[0],
  url: string,
  username: string,
): Promise<{ readonly client: RestClient; readonly itemId: number; readonly password: string }> {
  const password = await newPerson(url, username)
  const client = await restClient(url, username, password)
  const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_name: `Item of ${username}` })
  await signIn(page, url, username, password)
  return { client, itemId, password }
}

test('[ISET-01] [ROUTE-11] each tab of the settings has an address', async ({ page, server }) => {
  const { itemId } = await ownerOf(page, server.url, 'tabber')
  await page.goto(`/item/setting/${itemId}`)
  await expect(page.getByRole('tab', { name: 'Base info' })).toHaveAttribute('aria-selected', 'true')

  await page.getByLabel('Description').fill('not saved yet')
  await page.getByRole('tab', { name: 'Advanced' }).click()
  await expect(page).toHaveURL(`/item/setting/${itemId}/advanced`)
  await expect(page.getByRole('button', { name: 'Delete item' })).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL(`/item/setting/${itemId}`)
  await expect(page.getByLabel('Description')).toHaveValue('not saved yet')

  await page.goto(`/item/setting/${itemId}/advanced`)
  await expect(page.getByRole('tab', { name: 'Advanced' })).toHaveAttribute('aria-selected', 'true')
  await page.goto(`/item/setting/${itemId}/nothing`)
  await expect(page.getByRole('tab', { name: 'Base info' })).toHaveAttribute('aria-selected', 'true')
})

test('[ISET-01] on a phone the tabs are one line, and nothing runs out of the screen', async ({ page, server }) => {
  const { itemId } = await ownerOf(page, server.url, 'phoner')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`/item/setting/${itemId}/advanced`)

  await expect(page.getByRole('button', { name: 'Delete item' })).toBeVisible()
  expect((await page.getByRole('tablist').boundingBox())?.height).toBeLessThan(50)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
