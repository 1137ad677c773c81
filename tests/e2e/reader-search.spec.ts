import { expect, expectAccessible, shareSession, test, untilAwake, type RestClient } from './support/product.ts'

async function searchable(admin: RestClient): Promise<number> {
  const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', { item_name: 'Searched' })
  for (const [title, content] of [
    ['Tokens', 'A token lives for 30 days.'],
    ['用户信息', '查询用户的基本信息。'],
  ]) {
    await admin.call('page/save', { item_id: itemId, page_id: 0, page_title: title, page_content: content })
  }
  return itemId
}

test('[VIEW-04] pages are found from the keyboard, with the hits marked', async ({ page, admin }) => {
  const itemId = await searchable(admin)
  await shareSession(page, admin)
  await page.goto(`/${itemId}`)
  await expect(page.getByRole('button', { name: 'Search pages' })).toBeVisible()
  await untilAwake(page)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('用')
  await expect(page.getByRole('option')).toHaveCount(1)
  await expect(page.getByRole('option').locator('mark').first()).toHaveText('用')
  await expectAccessible(page)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: '用户信息' })).toBeVisible()
})

test('[VIEW-04] a keyword in the address searches at once, for visitors too', async ({ page, admin }) => {
  const itemId = await searchable(admin)

  await page.goto(`/${itemId}?keyword=token`)

  await expect(page.getByRole('option')).toHaveCount(1)
  await expect(page.getByRole('option')).toContainText('Tokens')
})

const LONG_PAGE = [
  ...Array.from({ length: 80 }, (_, at) => `Paragraph ${at}.`),
  '## Header fields\n\n| name | note |\n| --- | --- |\n| `X-Token` | **sent** with every call |',
  ...Array.from({ length: 80 }, (_, at) => `More ${at}.`),
].join('\n\n')

for (const from of ['the search of an item', 'the list of items'] as const)
  test(`a hit reads as text, and a click on it in ${from} shows the passage, marked`, async ({ page, admin }) => {
    const itemName = `Passages of ${from}`
    const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', { item_name: itemName })
    const { cat_id: catalogId } = await admin.call<{ cat_id: number }>('catalog/save', {
      ...{ item_id: itemId, cat_name: 'Calls' },
    })
    const saved = { item_id: itemId, page_id: 0, cat_id: catalogId, page_title: itemName, page_content: LONG_PAGE }
    await admin.call('page/save', saved)
    await shareSession(page, admin)
    const hit =
      from === 'the list of items' ? page.locator('.hits a').filter({ hasText: itemName }) : page.getByRole('option')
    if (from === 'the list of items') {
      await page.goto('/item/index')
      await page.getByRole('searchbox').fill('x-token')
    } else {
      await page.goto(`/${itemId}?keyword=x-token`)
    }
    await expect(hit).toContainText('X-Token · sent with every call')
    await expect(hit).toContainText('Calls')

    await hit.click()

    await expect(page.getByRole('cell', { name: 'X-Token' })).toBeInViewport()
    const marks = () => page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map(String))
    await expect.poll(marks).toEqual(['X-Token'])
    await page.keyboard.press('Escape')
    await expect.poll(marks).toEqual([])
  })

test('one Latin letter does not start a search, and nothing found is said', async ({ page, admin }) => {
  const itemId = await searchable(admin)
  await page.goto(`/${itemId}`)
  await page.getByRole('button', { name: 'Search pages' }).click()

  await page.getByRole('combobox').fill('t')
  await expect(page.getByRole('dialog').getByText('at least two characters')).toBeVisible()
  await page.getByRole('combobox').fill('nowhere')

  await expect(page.getByRole('dialog').getByText('Nothing contains “nowhere”.')).toBeVisible()
})
