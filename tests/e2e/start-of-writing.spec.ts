import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectToFit, newPerson, prefer, shareSession, test } from './support/product.ts'

/** Clicks that count themselves. */
function clicksOn(): { readonly click: (target: Locator) => Promise<void>; count: number } {
  const clicks = {
    count: 0,
    async click(target: Locator) {
      clicks.count += 1
      await target.click()
    },
  }
  return clicks
}

const focusedName = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null)

test('from the home page to the first saved page there are four clicks at most', async ({ page, server }) => {
  await prefer(page, 'en', 'light')
  const { client } = await newPerson(server.url, 'first-writer')
  await shareSession(page, client)
  await page.goto('/')
  const clicks = clicksOn()

  await clicks.click(page.getByRole('link', { name: 'My items' }).first())
  await clicks.click(page.getByRole('link', { name: 'New item' }).first())
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Payments')
  await page.keyboard.press('Enter')
  await clicks.click(page.getByRole('link', { name: 'New page' }))
  await expect(page.getByRole('textbox', { name: 'Page title' })).toBeFocused()
  await page.keyboard.type('Orders')
  await expect(page.getByRole('toolbar')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeFocused()
  await page.keyboard.type('How orders are made.')
  await clicks.click(page.getByRole('button', { name: 'Save', exact: true }))

  await expect(page).toHaveURL(/\/page\/edit\/\d+\/[1-9]\d*$/)
  expect(clicks.count).toBeLessThanOrEqual(4)
  const [, itemId, pageId] = /(\d+)\/(\d+)$/.exec(page.url()) ?? []
  const saved = await client.call<{ page_title: string; page_content: string }>('page/info', { page_id: pageId })
  expect(saved).toMatchObject({ page_title: 'Orders', page_content: expect.stringContaining('How orders are made.') })
  expect(Number(itemId)).toBeGreaterThan(0)
})

test('an empty list of items offers a new item and what one can be made from', async ({ page, server }) => {
  await prefer(page, 'en', 'light')
  const { client } = await newPerson(server.url, 'first-importer')
  await shareSession(page, client)
  await page.goto('/item/index')
  await expect(page.getByRole('main').getByRole('link', { name: 'New item' }).last()).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Import' }).first().click()

  await expect(page.getByRole('tab', { selected: true })).toHaveText(/^Import/)
  await page.getByRole('tab', { name: 'Copy' }).click()
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/Copy/)
})

for (const [width, height, scheme] of [
  [1440, 900, 'dark'],
  [390, 844, 'light'],
] as const)
  test(`nothing typed at once is lost in a new page, and an empty one is not saved (${width} px)`, async ({
    page,
    admin,
  }) => {
    await page.setViewportSize({ width, height })
    await prefer(page, 'en', scheme)
    const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', { item_name: 'Start', password: '' })
    await shareSession(page, admin)
    let go = () => {}
    const isDue = new Promise<void>((resolve) => (go = resolve))
    await page.route('**/trpc/*item.types*', async (route) => {
      await isDue
      await route.continue()
    })
    await page.goto(`/page/edit/${itemId}/0`)
    const title = page.getByRole('textbox', { name: 'Page title' })
    await expect(title).toBeFocused()

    await page.keyboard.type('Typed before')
    go()
    await expect(page.getByRole('toolbar')).toBeVisible()
    await page.keyboard.type(' and after')
    await expect(title).toHaveValue('Typed before and after')
    expect(await focusedName(page)).toBe('Page title')
    await expectToFit(page)
    await expectAccessible(page)

    await title.fill('')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Nothing to save yet: add a title or some text')).toBeVisible()
    await expect(page).toHaveURL(`/page/edit/${itemId}/0`)
  })
