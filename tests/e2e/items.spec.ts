import type { Page } from '@playwright/test'
import { languagesOf } from './support/languages.ts'
import { lookInBothLanguages } from './support/other-language.ts'
import {
  expect,
  expectAccessibleInBothSchemes,
  newPerson,
  prefer,
  shareSession,
  test,
  type RestClient,
} from './support/product.ts'
import { passTime, stopTime } from './support/time.ts'

interface CopiedItem {
  readonly menu: {
    readonly catalogs: { readonly cat_name: string }[]
    readonly pages: { readonly page_title: string }[]
  }
}

const names = (page: Page) => page.locator('.tile h2 a').allInnerTexts()

/** A person of this test with some items, signed in. */
async function ownerOf(page: Page, url: string, username: string, items: readonly string[]): Promise<RestClient> {
  const { client } = await newPerson(url, username)
  for (const name of items) await client.call('item/add', { item_type: 1, item_name: name })
  await shareSession(page, client)
  return client
}

test('[ILIST-01] [ILIST-11] [ILIST-27] [CONST-24] items are tiles; the box to find them comes with the second', async ({
  page,
  server,
}) => {
  const client = await ownerOf(page, server.url, 'items-tiles', ['Payments'])
  const due = page.waitForRequest((request) => request.url().endsWith('/api/ScriptCron/run'))
  await page.goto('/item/index')
  await due

  await expect(page.locator('.tile')).toHaveCount(1)
  await expect(page.getByRole('searchbox')).toBeHidden()

  await client.call('item/add', { item_type: 1, item_name: 'Orders' })
  await page.reload()
  await expect(page.locator('.tile')).toHaveCount(2)
  await page.getByRole('searchbox').fill('pay')
  await expect(page.locator('.tile')).toHaveCount(1)
})

test('the list of items names in its document what it is made of, and asks for little more', async ({
  page,
  server,
}) => {
  await ownerOf(page, server.url, 'items-requests', ['Payments'])
  const asked: string[] = []
  page.on('request', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType())) asked.push(new URL(request.url()).pathname)
  })
  const answer = await page.goto('/item/index')
  await expect(page.locator('.tile')).toHaveCount(1)

  const document = (await answer?.text()) ?? ''
  const later = asked.filter((path) => !document.includes(path))
  expect(asked.length).toBeLessThan(25)
  // Texts, and what plugins have.
  expect(later.length, later.join(' ')).toBeLessThan(10)
})

test('[ILIST-12] [ILIST-13] pages are searched from two characters on, or one Chinese', async ({ page, server }) => {
  const client = await ownerOf(page, server.url, 'items-searcher', ['Alpha', 'Beta'])
  const [item] = await client.call<{ item_id: number }[]>('item/myList')
  await client.call('page/save', {
    item_id: item?.item_id,
    page_id: 0,
    page_title: 'Greeting',
    page_content: 'hello 文档 world',
  })
  const searches: string[] = []
  page.on('request', (request) => request.url().includes('item.search') && searches.push(request.url()))
  await page.goto('/item/index')
  const box = page.getByRole('searchbox')

  await expect(box).toBeVisible()
  await stopTime(page)
  await box.fill('a')
  await passTime(page, 10_000)
  expect(searches).toEqual([])
  await page.clock.resume()

  await box.fill('文')
  await expect(page.getByRole('link', { name: /Greeting/ })).toBeVisible()
  await expect(page.locator('.hits mark').first()).toHaveText('文')
  await box.fill('hello')
  await page.getByRole('link', { name: /Greeting/ }).click()
  await expect(page).toHaveURL(new RegExp(`/${item?.item_id}/\\d+$`))
})

test('[ILIST-19] [ILIST-20] tiles are sorted with the mouse', async ({ page, server }) => {
  const client = await ownerOf(page, server.url, 'items-dragger', ['One', 'Two', 'Three'])
  await page.goto('/item/index')
  await expect(page.locator('.tile')).toHaveCount(3)
  const before = await names(page)
  const hint = page.getByText('Drag tiles to sort them')
  await expect(hint).toBeVisible()
  const saved = page.waitForResponse((response) => response.url().includes('item.setOrder'))

  await page
    .locator('.tile')
    .nth(2)
    .dragTo(page.locator('.tile').nth(0), { targetPosition: { x: 12, y: 60 } })

  const sorted = [before[2], before[0], before[1]]
  await expect.poll(() => names(page)).toEqual(sorted)
  expect((await saved).ok()).toBe(true)
  const listed = await client.call<{ item_name: string; s_number: number }[]>('item/myList')
  expect(listed.map(({ item_name }) => item_name)).toEqual(sorted)
  expect(listed.map(({ s_number }) => s_number)).toEqual([1, 2, 3])
  // Who has done it once knows how.
  await expect(hint).toBeHidden()
  await page.reload()
  await expect.poll(() => names(page)).toEqual(sorted)
  await expect(hint).toBeHidden()
})

test('a slash reaches the box to find items from anywhere in the list, and is text in the box', async ({
  page,
  server,
}) => {
  await ownerOf(page, server.url, 'items-slasher', ['Payments/in', 'Orders'])
  await page.goto('/item/index')
  const box = page.getByRole('searchbox')
  await expect(box).toBeFocused()
  await page.getByRole('link', { name: 'Orders', exact: true }).focus()

  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('')
  await page.keyboard.type('ments/')

  await expect.poll(() => names(page)).toEqual(['Payments/in'])
})

test('[ILIST-20] tiles are sorted with the keyboard, which is said aloud', async ({ page, server }) => {
  await ownerOf(page, server.url, 'items-typist', ['One', 'Two', 'Three'])
  await page.goto('/item/index')
  await expect(page.locator('.tile')).toHaveCount(3)
  const before = await names(page)

  await page.locator('.tile h2 a').first().focus()
  const saved = page.waitForResponse((response) => response.url().includes('item.setOrder'))
  await page.keyboard.press('Alt+ArrowRight')

  await expect.poll(() => names(page)).toEqual([before[1], before[0], before[2]])
  await expect(page.getByText(`${before[0]} moved to position 2 of 3`)).toBeAttached()
  await expect(page.getByRole('link', { name: before[0] ?? '', exact: true })).toBeFocused()
  await saved
  await page.reload()
  await expect.poll(() => names(page)).toEqual([before[1], before[0], before[2]])
})

test('[ILIST-22] [ERR-10] an order that cannot be saved is said, and the page is loaded again', async ({
  page,
  server,
}) => {
  await ownerOf(page, server.url, 'items-unlucky', ['One', 'Two'])
  await page.goto('/item/index')
  await expect(page.locator('.tile')).toHaveCount(2)
  const before = await names(page)
  await page.route('**/trpc/item.setOrder*', (route) => route.abort())

  const said: string[] = []
  page.on('dialog', (dialog) => {
    said.push(`${dialog.type()}: ${dialog.message()}`)
    void dialog.accept()
  })
  const reloaded = page.waitForEvent('load')
  await page.locator('.tile h2 a').first().focus()
  await page.keyboard.press('Alt+ArrowRight')

  await reloaded
  expect(said).toEqual([expect.stringMatching(/^alert: The order could not be saved/)])
  await expect.poll(() => names(page)).toEqual(before)
})

test('[ILIST-08] [ISET-02] [ISET-03] the owner changes the base information', async ({ page, server }) => {
  const client = await ownerOf(page, server.url, 'items-changer', ['Old name'])
  await page.goto('/item/index')
  await page.getByRole('link', { name: 'Settings of Old name' }).click()

  await page.getByLabel('Name', { exact: false }).first().fill('New name')
  await page.getByLabel('Description').fill('What it is about')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved')).toBeVisible()

  const [item] = await client.call<{ item_name: string; item_description: string }[]>('item/myList')
  expect(item).toMatchObject({ item_name: 'New name', item_description: 'What it is about' })
})

test('[ISET-04] [ISET-05] an item becomes private only with a password, and open again', async ({ page, server }) => {
  const client = await ownerOf(page, server.url, 'items-closer', ['Secret'])
  const [item] = await client.call<{ item_id: number }[]>('item/myList')
  await page.goto(`/item/setting/${item?.item_id}`)
  const isPrivate = async () => (await client.call<{ is_private: number }[]>('item/myList'))[0]?.is_private

  await page.getByLabel('Private').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please set a password for the private item')).toBeVisible()
  expect(await isPrivate()).toBe(0)

  await page.getByLabel('Visit password').fill('open sesame')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  expect(await isPrivate()).toBe(1)

  await page.getByLabel('Open', { exact: true }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(isPrivate).toBe(0)
})

test('[ADD-04] [ADD-09] [ADD-10] [ILIST-29] an item is made with a domain of its own', async ({ page, server }) => {
  await ownerOf(page, server.url, 'items-maker', [])
  await page.goto('/item/index')
  await page.getByRole('link', { name: 'New item' }).first().click()
  await page.getByLabel('Name').fill('Billing')

  await page.getByLabel('Personal domain').fill('my-docs')
  await page.getByRole('button', { name: 'Create item' }).click()
  await expect(
    page.getByText('Personalized domain names can only be a combination of letters or numbers'),
  ).toBeVisible()
  await page.getByLabel('Personal domain').fill('itemsdocs1')
  await page.getByRole('button', { name: 'Create item' }).click()
  await expect(page).toHaveURL(/\/\d+$/)
  await page.goto('/item/index')
  await expect(page.getByRole('link', { name: 'Billing', exact: true })).toHaveAttribute('href', '/itemsdocs1')

  await page.goto('/item/add')
  await page.getByLabel('Name').fill('Second')
  await page.getByLabel('Personal domain').fill('itemsdocs1')
  await page.getByRole('button', { name: 'Create item' }).click()
  await expect(page.getByText('Personal domain name already exists')).toBeVisible()
  await expect(page.getByLabel('Personal domain')).toBeFocused()
})

test('[ADD-07] a private item without a password is not sent', async ({ page, server }) => {
  await ownerOf(page, server.url, 'items-hider', [])
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('item.add') && calls.push(request.url()))
  await page.goto('/item/add')

  await page.getByLabel('Name').fill('Hidden')
  await page.getByLabel('Private').check()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Create item' }).click()

  await expect(page.getByText('Please set a password for the private item')).toBeVisible()
  expect(calls).toEqual([])
})

test('[ADD-11] an item is copied with its catalogs and pages', async ({ page, server }) => {
  const client = await ownerOf(page, server.url, 'items-copier', ['Original'])
  const [original] = await client.call<{ item_id: number }[]>('item/myList')
  await client.call('catalog/save', { item_id: original?.item_id, cat_name: 'Chapter' })
  await client.call('page/save', { item_id: original?.item_id, page_id: 0, page_title: 'Preface', page_content: 'Hi' })
  await page.goto('/item/add')
  await page.getByRole('tab', { name: 'Copy item' }).click()

  await page.getByRole('combobox', { name: 'Item to copy' }).click()
  await page.getByRole('option', { name: 'Original' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Original copy')
  await page.getByRole('button', { name: 'Copy item' }).click()

  await expect(page).toHaveURL(/\/\d+$/)
  const copyId = Number(new URL(page.url()).pathname.slice(1))
  expect(copyId).not.toBe(original?.item_id)
  const { menu } = await client.call<CopiedItem>('item/info', { item_id: copyId })
  expect(menu.catalogs.map(({ cat_name }) => cat_name)).toEqual(['Chapter'])
  expect(menu.pages.map(({ page_title }) => page_title)).toEqual(['Preface'])
})

test('[ISET-20] [ISET-27] [ISET-28] [ILIST-28] deleting an item asks for the login password', async ({
  page,
  server,
}) => {
  const client = await ownerOf(page, server.url, 'items-deleter', ['Doomed'])
  const [item] = await client.call<{ item_id: number }[]>('item/myList')
  await page.goto(`/item/setting/${item?.item_id}`)
  await page.getByRole('tab', { name: 'Advanced' }).click()
  await page.getByRole('button', { name: 'Delete item' }).click()
  const dialog = page.getByRole('dialog')

  await dialog.getByLabel('Your login password').fill('wrong')
  await dialog.getByRole('button', { name: 'Delete item' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  expect(await client.call<unknown[]>('item/myList')).toHaveLength(1)

  await dialog.getByLabel('Your login password').fill('items-deleter writes documents')
  await dialog.getByRole('button', { name: 'Delete item' }).click()
  await expect(page.getByText('Deleted successfully')).toBeVisible()
  await expect(page).toHaveURL('/item/index')
  expect(await client.call<unknown[]>('item/myList')).toHaveLength(0)
})

for (const language of languagesOf('the screens of items'))
  test(`the screens of items are accessible in both colour schemes (${language})`, async ({ page, server }) => {
    const client = await ownerOf(page, server.url, `items-axe-${language}`, ['One', 'Two'])
    const [item] = await client.call<{ item_id: number }[]>('item/myList')
    lookInBothLanguages(page.context())
    await prefer(page, language, 'light')
    await page.goto('/item/index')
    await expect(page.locator('.tile')).toHaveCount(2)
    await expectAccessibleInBothSchemes(page)
    await page.goto('/item/add')
    await expect(page.getByRole('tab').first()).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('tab').nth(1).click()
    await expect(page.getByRole('combobox')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.goto(`/item/setting/${item?.item_id}/advanced`)
    await page.locator('.panel button').last().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })
