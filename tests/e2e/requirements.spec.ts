import type { Page } from '@playwright/test'
import { startPreparedServer } from './support/prepared-server.ts'
import {
  expect,
  newPerson,
  refusalIn,
  restClient,
  shareSession,
  test,
  untilAwake,
  type RestClient,
} from './support/product.ts'
import { ADMIN } from './support/running-server.ts'
import { passTime, passTimeUntil, stopTime } from './support/time.ts'

interface Made {
  readonly item_id: number
  readonly page_id: number
  readonly cat_id: number
}
interface Listed {
  readonly pages: readonly { readonly page_title: string }[]
  readonly catalogs: readonly { readonly pages: readonly { readonly page_title: string }[] }[]
}

const addItem = async (client: RestClient, fields: Readonly<Record<string, unknown>>): Promise<number> =>
  (await client.call<Made>('item/add', { item_name: 'Handbook', ...fields })).item_id
const addPage = async (client: RestClient, itemId: number, title: string, fields: object = {}): Promise<number> =>
  (
    await client.call<Made>('page/save', {
      ...{ item_id: itemId, page_id: 0, page_title: title, page_content: `About ${title}` },
      ...fields,
    })
  ).page_id
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const openMore = (page: Page) => page.getByRole('button', { name: 'More actions' }).click()

test('items of type 0 and 1 are read with the tree, those of type 2 as one page', async ({ page, admin }) => {
  for (const type of [0, 1]) {
    const itemId = await addItem(admin, { item_type: type })
    await addPage(admin, itemId, 'Only page')
    await page.goto(`/${itemId}`)
    await expect(heading(page, 'Only page')).toBeVisible()
    await expect(page.getByRole('tree')).toBeVisible()
  }
  await page.goto(`/${await addItem(admin, { item_type: 2, item_name: 'One page' })}`)

  await expect(heading(page, 'One page')).toBeVisible()
  await expect(page.getByRole('tree')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Search/ })).toHaveCount(0)
})

test('[PAGE-17] saving a single page shows its new title', async ({ page, admin }) => {
  const itemId = await addItem(admin, { item_type: 2, item_name: 'Old title' })
  await shareSession(page, admin)
  await page.goto(`/${itemId}`)
  await page.getByRole('link', { name: /Edit/ }).click()

  await page.getByRole('textbox', { name: /title/i }).fill('New title')
  await page.keyboard.press('Control+s')
  await expect(page.locator('.edit-state output')).toContainText('Saved as version')
  await page.goto(`/${itemId}`)

  await expect(heading(page, 'New title')).toBeVisible()
})

test('[VIEW-22] the QR code of an item is a picture from the server', async ({ page, admin, server }) => {
  const itemId = await addItem(admin, {})
  await page.goto(`/${itemId}`)
  const answered = page.waitForResponse((response) => response.url().includes('/api/common/qrcode'))

  await page.getByRole('button', { name: 'Share' }).click()

  const response = await answered
  const query = new URL(response.url()).searchParams
  expect([query.get('size'), query.get('url')]).toEqual(['3', `${server.url}/${itemId}`])
  expect(response.headers()['content-type']).toContain('image/')
  const picture = page.getByRole('img', { name: 'QR code of the item' })
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(50)
})

test('addresses are copied where the browser offers no clipboard, and a failure is said', async ({
  page,
  admin,
  context,
}) => {
  const itemId = await addItem(admin, {})
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // As on plain http, where the property does not exist; the test itself still reads what was copied.
  await page.addInitScript(() => {
    Object.assign(window, { kept: navigator.clipboard })
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await page.goto(`/${itemId}`)
  await page.getByRole('button', { name: 'Share' }).click()

  const copy = page.getByRole('dialog').getByRole('button', { name: 'Copy link' })
  await copy.click()
  await expect(page.getByText('Copied')).toBeVisible()
  const copied = () => page.evaluate(() => (window as unknown as { kept: Clipboard }).kept.readText())
  await expect.poll(copied).toContain(`/${itemId}`)
  await expect(copy).toBeFocused()

  await page.evaluate(() => Object.defineProperty(document, 'execCommand', { value: () => false }))
  await copy.click()
  await expect(page.getByText(/did not allow copying/)).toBeVisible()
})

test('[VIEW-25] [VIEW-32] who may only read sees who wrote the page and when, and no editing', async ({
  page,
  admin,
  server,
}) => {
  const itemId = await addItem(admin, {})
  await addPage(admin, itemId, 'Terms')
  const { client } = await newPerson(server.url, 'requirements-guest')
  await shareSession(page, client)
  await page.goto(`/${itemId}`)

  const facts = page.locator('.page-facts')
  await expect(facts).toContainText(ADMIN.username)
  await expect(facts.locator('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/)
  await openMore(page)
  await expect(page.getByRole('menuitem')).toHaveText([
    'History',
    'Star page',
    'Print the page…',
    'Follow this page',
    'Share',
  ])
  await expect(page.getByRole('link', { name: /Edit/ })).toHaveCount(0)
})

test('[VIEW-27] who manages an item gets to its settings', async ({ page, admin }) => {
  const itemId = await addItem(admin, {})
  await addPage(admin, itemId, 'Terms')
  await shareSession(page, admin)
  await page.goto(`/${itemId}`)

  await openMore(page)
  await page.getByRole('menuitem', { name: 'Item settings' }).click()

  await expect(page).toHaveURL(`/item/setting/${itemId}`)
  await expect(page.getByRole('tab', { name: 'Base info' })).toHaveAttribute('aria-selected', 'true')
})

test('[VIEW-33] a new page goes into the catalog one reads in', async ({ page, admin }) => {
  const itemId = await addItem(admin, {})
  const { cat_id: catId } = await admin.call<Made>('catalog/save', { item_id: itemId, cat_name: 'Orders' })
  const pageId = await addPage(admin, itemId, 'Create', { cat_id: catId })
  await shareSession(page, admin)
  await page.goto(`/${itemId}/${pageId}`)

  await openMore(page)
  await page.getByRole('menuitem', { name: 'New page' }).click()

  await expect(page.getByRole('combobox', { name: 'Catalog' })).toHaveValue('Orders')
})

test('[PAGE-16] a title with HTML stays text', async ({ page, admin }) => {
  const title = '<img src=x onerror="window.broken=1"><b>bold</b>'
  const itemId = await addItem(admin, { item_name: '<i>Item</i>' })
  await addPage(admin, itemId, title)

  await page.goto(`/${itemId}`)

  await expect(heading(page, title)).toBeVisible()
  await expect(page.getByRole('treeitem', { name: title })).toBeVisible()
  await expect(page).toHaveTitle(`${title} · <i>Item</i>`)
  expect(await page.evaluate(() => 'broken' in window)).toBe(false)
})

test('[ERR-08] [VIEW-30] links to closed items and pages lead to the right gate, and back', async ({ page, admin }) => {
  const closed = await addItem(admin, { password: 'open sesame', item_domain: 'requirementsclosed' })
  const closedPage = await addPage(admin, closed, 'Behind the gate')
  const other = await addItem(admin, { password: 'open sesame' })
  const open = await addItem(admin, {})
  const links = `[id](/${other}) [domain](/requirementsclosed) [page](/page/${closedPage})`
  await addPage(admin, open, 'Links', { page_content: links })
  const follow = async (name: string) => {
    await page.goto(`/${open}`)
    await page.getByRole('article').getByRole('link', { name }).click()
    await expect(heading(page, 'This item is private')).toBeVisible()
    return new URL(page.url())
  }

  const byId = await follow('id')
  expect([byId.pathname, byId.searchParams.get('redirect')]).toEqual([`/item/password/${other}`, `/${other}`])
  const byPage = await follow('page')
  expect(byPage.pathname).toBe('/item/password/0')
  expect(byPage.searchParams.get('page_id')).toBe(String(closedPage))
  const byDomain = await follow('domain')
  expect(byDomain.pathname).toBe('/item/password/requirementsclosed')

  await page.getByLabel('Visit password').fill('open sesame')
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page).toHaveURL('/requirementsclosed')
  await expect(heading(page, 'Behind the gate')).toBeVisible()
})

test('[VIEW-29] [CONST-07] a loading indicator is closed after 20 seconds', async ({ page, admin }) => {
  const slow = await addItem(admin, {})
  const open = await addItem(admin, {})
  await addPage(admin, open, 'Links', { page_content: `[slow](/${slow})` })
  await page.goto(`/${open}`)
  // Never answered, as by a server that hangs.
  await page.route(/trpc.*item\.info\b/, () => undefined)
  await stopTime(page)
  await page.getByRole('article').getByRole('link', { name: 'slow' }).click()
  const indicator = page.getByRole('status', { name: 'Loading' })
  await passTimeUntil(page, async () => (await indicator.count()) > 0)

  await passTime(page, 19_500)
  await expect(indicator).toBeAttached()
  await passTime(page, 500)

  await expect(indicator).toHaveCount(0)
  await expect(page.getByRole('alert')).toContainText('The item could not be loaded')
  await expect(page.getByRole('banner')).toBeVisible()
  await page.clock.resume()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveTitle('Handbook')
})

test('[PAGE-07] pages are sorted in the tree, with the keyboard and with the mouse', async ({ page, admin }) => {
  const itemId = await addItem(admin, {})
  const { cat_id: catId } = await admin.call<Made>('catalog/save', { item_id: itemId, cat_name: 'Inside' })
  for (const title of ['One', 'Two', 'Three']) await addPage(admin, itemId, title)
  const inside = await addPage(admin, itemId, 'Four', { cat_id: catId })
  await addPage(admin, itemId, 'Five', { cat_id: catId })
  await shareSession(page, admin)
  await page.goto(`/${itemId}/${inside}`)
  const shown = () => page.getByRole('treeitem').allInnerTexts()
  const stored = async () => {
    const { menu } = await admin.call<{ menu: Listed }>('item/info', { item_id: itemId })
    return [menu, ...menu.catalogs].flatMap(({ pages }) => pages.map(({ page_title }) => page_title))
  }
  const row = (name: string) => page.getByRole('treeitem', { name, exact: true })
  await expect.poll(shown).toEqual(['One', 'Two', 'Three', 'Inside', 'Four', 'Five'])
  await untilAwake(page)

  await page.getByRole('tree').focus()
  // What editors have in the tree comes with them.
  await expect(page.getByRole('button', { name: 'New page or catalog' }).first()).toBeVisible()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(shown).toEqual(['One', 'Two', 'Three', 'Inside', 'Five', 'Four'])
  await expect.poll(stored).toEqual(['One', 'Two', 'Three', 'Five', 'Four'])
  await row('Three').dragTo(row('One'), { targetPosition: { x: 60, y: 4 } })
  await expect.poll(shown).toEqual(['Three', 'One', 'Two', 'Inside', 'Five', 'Four'])
  await row('Three').dragTo(row('Five'), { targetPosition: { x: 60, y: 4 } })

  await expect.poll(stored).toEqual(['One', 'Two', 'Three', 'Five', 'Four'])
  await page.reload()
  await expect.poll(shown).toEqual(['One', 'Two', 'Inside', 'Three', 'Five', 'Four'])
})

test('[PWD-06] [ERR-07] the gate asks for the verification code after failures', async ({ page }) => {
  const server = await startPreparedServer({ environment: { CAPTCHA: 'on' } })
  try {
    const admin = await restClient(server.url, ADMIN.username, ADMIN.password)
    const itemId = await addItem(admin, { password: 'open sesame' })
    await page.goto(`${server.url}/${itemId}`)
    const code = page.getByLabel('Verification code', { exact: true })
    const fail = async (): Promise<string> => {
      const answered = page.waitForResponse((response) => response.url().includes('item.enterPassword'))
      await page.getByLabel('Visit password').fill('wrong')
      await page.getByRole('button', { name: 'Open' }).click()
      const refusal = refusalIn(await (await answered).json())
      await expect(page.getByRole('alert')).not.toBeEmpty()
      return refusal
    }

    let refusal = await fail()
    await expect(code).toBeHidden()
    while (refusal === 'wrongVisitPassword') refusal = await fail()

    expect(refusal).toBe('wrongVisitPasswordCaptchaDue')
    await expect(code).toBeVisible()
    const picture = page.getByRole('button', { name: /Verification code/ })
    const first = (await picture.getByRole('img').getAttribute('src')) ?? ''
    await picture.click()
    await expect(picture.getByRole('img')).not.toHaveAttribute('src', first)
  } finally {
    await server.stop()
  }
})
