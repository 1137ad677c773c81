import en from '../../web/i18n/en/reader.json' with { type: 'json' }
import zhCn from '../../web/i18n/zh-cn/reader.json' with { type: 'json' }
import {
  expect,
  expectAccessible,
  expectToFit,
  prefer,
  shareSession,
  test,
  untilAwake,
  type RestClient,
} from './support/product.ts'

interface Sample {
  readonly itemId: number
  /** In the order of the tree: in the root, in the catalog, and in the catalog within. */
  readonly pageIds: readonly number[]
}

async function sampleItem(admin: RestClient): Promise<Sample> {
  const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', { item_name: 'Way', password: '' })
  const catalog = async (name: string, parent = 0) =>
    (
      await admin.call<{ cat_id: number }>('catalog/save', {
        ...{ item_id: itemId, cat_name: name, parent_cat_id: parent },
      })
    ).cat_id
  const users = await catalog('Users')
  const roles = await catalog('Roles', users)
  const page = async (title: string, catId: number) =>
    (
      await admin.call<{ page_id: number }>('page/save', {
        ...{ item_id: itemId, page_title: title, cat_id: catId },
        page_content: ['One', 'Two', 'Three'].map((name) => `## ${name}\n\n${'text\n\n'.repeat(40)}`).join(''),
      })
    ).page_id
  return { itemId, pageIds: [await page('Start', 0), await page('A user', users), await page('A role', roles)] }
}

for (const [width, height, scheme] of [
  [1440, 900, 'light'],
  [390, 844, 'dark'],
] as const)
  test(`a page says where it lies, and leads to the next one (${width} px)`, async ({ page, admin }) => {
    await page.setViewportSize({ width, height })
    await prefer(page, 'en', scheme)
    const { itemId, pageIds } = await sampleItem(admin)
    await page.goto(`/${itemId}/${pageIds[0]}`)
    const way = page.getByRole('navigation', { name: 'Previous and next page' })
    const crumbs = page.getByRole('navigation', { name: 'Path to this page' })
    await expect(crumbs).toHaveText('Way')
    await expect(way.getByRole('link')).toHaveCount(1)

    await way.getByRole('link', { name: 'Next A user' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'A user' })).toBeVisible()
    await way.getByRole('link', { name: 'Next A role' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'A role' })).toBeVisible()
    await expect(crumbs.getByRole('link')).toHaveText(['Way', 'Users', 'Roles'])
    await expectToFit(page)
    await expectAccessible(page)
    await crumbs.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'A user' })).toBeVisible()
    await way.getByRole('link', { name: 'Previous Start' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Start' })).toBeVisible()
  })

test('nothing moves in a page while its way comes', async ({ page, admin }) => {
  const { itemId, pageIds } = await sampleItem(admin)
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })

  await page.goto(`/${itemId}/${pageIds[2]}`)
  await expect(page.getByRole('navigation', { name: /Path to this page|当前位置/ })).toBeVisible()
  await untilAwake(page)

  expect(await page.evaluate(() => (window as unknown as { shifts: readonly number[] }).shifts)).toEqual([])
})

test('a phone has the contents list of a page behind a button', async ({ page, admin }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await prefer(page, 'en', 'light')
  const { itemId, pageIds } = await sampleItem(admin)
  await page.goto(`/${itemId}/${pageIds[0]}`)
  await untilAwake(page)
  const button = page.getByRole('button', { name: 'On this page' })

  await button.click()
  const sheet = page.getByRole('dialog', { name: 'On this page' })
  await expect(sheet.getByRole('link')).toHaveText(['One', 'Two', 'Three'])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await button.click()
  await sheet.getByRole('link', { name: 'Two' }).click()

  await expect(sheet).toHaveCount(0)
  await expect
    .poll(() =>
      page.locator('#user-content-two').evaluate((heading) => Math.round(heading.getBoundingClientRect().top)),
    )
    .toBe(64)
})

test('the header stays while an item is loaded, with the menu that is open and its focus', async ({ page, admin }) => {
  await prefer(page, 'en', 'light')
  const { itemId } = await sampleItem(admin)
  await shareSession(page, admin)
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/trpc\/.*item\.info/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/item/index')
  await untilAwake(page)
  await page.getByRole('main').locator(`a[href="/${itemId}"]`).first().click()
  await expect(page).toHaveURL(`/${itemId}`)
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await page.getByRole('button', { name: 'Language', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: '简体中文' })).toBeFocused()

  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Start' })).toBeVisible()

  await expect(page.getByRole('menuitem', { name: '简体中文' })).toBeFocused()
})

for (const language of ['en', 'zh-cn'] as const)
  test(`a page that somebody deleted says so, and leads to the item and the recycle bin (${language})`, async ({
    page,
    admin,
  }) => {
    const words = language === 'en' ? en : zhCn
    await prefer(page, language, 'light')
    const { itemId, pageIds } = await sampleItem(admin)
    const missing = page.getByRole('heading', { level: 2, name: words['missing.title'] })
    const bin = page.getByRole('link', { name: words['missing.toBin'], exact: true })
    await page.goto(`/${itemId}/${pageIds[1]}`)
    const first = page.getByRole('treeitem', { name: 'Start' })
    await expect(first).toBeVisible()
    await untilAwake(page)
    await admin.call('page/delete', { page_id: pageIds[0] })

    // The menu of the reader still has it.
    await first.click()
    await expect(missing).toBeVisible()
    await expect(page.getByText(words['missing.text'])).toBeVisible()
    await expect(bin).toHaveCount(0)
    await expectAccessible(page)
    await expectToFit(page)
    await page.getByRole('link', { name: words['missing.toItem'] }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'A user' })).toBeVisible()

    // One that never was reads the same, and so does a page of another item.
    const { pageIds: others } = await sampleItem(admin)
    for (const other of [99_999_999, others[0]]) {
      await page.goto(`/${itemId}/${other}`)
      await expect(missing).toBeVisible()
      await expect(page.getByText(words['missing.text'])).toBeVisible()
    }

    await shareSession(page, admin)
    await page.goto(`/${itemId}/${pageIds[0]}`)
    await expect(missing).toBeVisible()
    await bin.click()
    await expect(page.getByRole('row', { name: 'Start' })).toBeVisible()
  })
