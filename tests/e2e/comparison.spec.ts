import type { Page } from '@playwright/test'
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

interface Made {
  readonly item_id: number
  readonly page_id: number
  readonly cat_id: number
}
interface State {
  readonly page_title?: string
  readonly page_content: string
  readonly cat_id?: number
}

/** A page that was saved in these states, one after the other. */
async function pageWith(admin: RestClient, states: readonly State[]) {
  const { item_id: itemId } = await admin.call<Made>('item/add', { item_name: 'Compared' })
  let pageId = 0
  for (const state of states) {
    const fields = { item_id: itemId, page_id: pageId, page_title: 'Users', ...state }
    pageId = (await admin.call<Made>('page/save', fields)).page_id
  }
  const versions = await admin.call<readonly { page_history_id: number }[]>('page/versions', { page_id: pageId })
  return { itemId, pageId, versions: versions.map(({ page_history_id: id }) => id) }
}

const openHistory = async (page: Page) => {
  await untilAwake(page)
  await page.getByRole('button', { name: 'History' }).click()
  return page.getByRole('dialog', { name: 'History' })
}

test('[HIST-09] two versions are chosen by keyboard and compared', async ({ page, admin }) => {
  const { itemId, pageId } = await pageWith(admin, [
    { page_content: 'the first text' },
    { page_content: 'the second text' },
    { page_content: 'the third text' },
  ])
  await page.goto(`/${itemId}/${pageId}`)
  const history = await openHistory(page)
  const boxes = history.getByRole('checkbox', { name: 'Choose to compare' })
  await expect(boxes).toHaveCount(2)

  for (const box of await boxes.all()) {
    await box.focus()
    await page.keyboard.press('Space')
  }
  await expect(history.getByText('2 of 2 chosen to compare')).toBeVisible()
  await expectAccessible(page)
  await history.getByRole('link', { name: 'Compare these two' }).press('Enter')

  await expect(page.locator('.diff-lines del')).toHaveText('first')
  await expect(page.locator('.diff-lines ins')).toHaveText('second')
  await page.getByRole('combobox', { name: 'After' }).selectOption({ label: 'Now' })
  await expect(page.locator('.diff-lines ins')).toHaveText('third')
  await expect(page).toHaveURL(new RegExp(`/page/diff/${pageId}/\\d+$`))
})

test('[HIST-09] tables are compared cell by cell, with title and catalog', async ({ page, admin }) => {
  const { item_id: itemId } = await admin.call<Made>('item/add', { item_name: 'Tables' })
  const { cat_id: catId } = await admin.call<Made>('catalog/save', { item_id: itemId, cat_name: 'Guides' })
  const table = (...rows: readonly string[]) => ['| name | type |', '|---|---|', ...rows].join('\n')
  const saved = { item_id: itemId, page_title: '用户', page_content: table('| uid | int |', '| mail | text |') }
  const { page_id: pageId } = await admin.call<Made>('page/save', { ...saved, page_id: 0 })
  await admin.call('page/save', {
    ...saved,
    page_id: pageId,
    page_title: '用户表',
    cat_id: catId,
    page_content: table('| uid | bigint |', '| phone | char |'),
  })
  const [version] = await admin.call<readonly { page_history_id: number }[]>('page/versions', { page_id: pageId })
  await shareSession(page, admin)
  await page.setViewportSize({ width: 390, height: 844 })

  for (const scheme of ['light', 'dark'] as const) {
    await prefer(page, 'en', scheme)
    await page.goto(`/page/diff/${pageId}/${version?.page_history_id}`)
    const rows = page.getByRole('group', { name: 'Compared table' }).getByRole('row')
    await expect(rows.nth(1).getByRole('deletion')).toHaveText('int')
    await expect(rows.nth(1).getByRole('insertion')).toHaveText('bigint')
    await expect(rows.nth(2)).toContainText('Row removed')
    await expect(rows.nth(2)).toContainText('mail')
    await expect(rows.nth(3)).toContainText('Row added')
    const facts = page.locator('.diff-facts')
    await expect(facts.getByRole('insertion')).toHaveText(['用户表', 'Guides'])
    await expect(facts.getByRole('deletion')).toHaveText(['用户', 'no catalog'])
    await expectAccessible(page)
    await expectToFit(page)
  }
})

test('[HIST-09] the keyboard leads from change to change, and folded lines open', async ({ page, admin }) => {
  const lines = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`)
  const changed = lines.with(0, 'line one').with(40, 'line forty-one')
  const { pageId, versions } = await pageWith(admin, [
    { page_content: lines.join('\n') },
    { page_content: changed.join('\n') },
  ])
  await page.goto(`/page/diff/${pageId}/${versions[0]}`)
  await expect(page.getByText('2 changes')).toBeVisible()

  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.locator('#change-1')).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.locator('#change-2')).toBeFocused()
  await expect(page.getByText('Change 2 of 2')).toBeVisible()
  await expect(page.locator('#change-2')).toContainText('Line 41, removed')
  await page.getByRole('button', { name: 'Previous change' }).click()
  await expect(page.locator('#change-1')).toBeFocused()

  await expect(page.getByText('line 20', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: '33 unchanged lines' }).press('Enter')
  await expect(page.getByText('line 20', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
})

test('[HIST-09] the page stays usable while texts of two million letters are compared', async ({ page, admin }) => {
  const long = (word: string) => Array.from({ length: 60_000 }, (_, at) => `${word} ${at} of many lines`).join('\n')
  const { itemId, pageId, versions } = await pageWith(admin, [
    { page_content: long('before') },
    { page_content: long('after') },
  ])
  await page.goto(`/page/diff/${pageId}/${versions[0]}`)

  // The bar answers while the texts are compared.
  await page.getByRole('button', { name: 'Language' }).click()
  await expect(page.getByRole('menuitem', { name: '简体中文' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('These versions differ too much').or(page.locator('#change-1'))).toBeVisible({
    timeout: 60_000,
  })
  await page.getByRole('link', { name: 'Back to the page' }).click()
  await expect(page).toHaveURL(`/${itemId}/${pageId}`)
})

test('[HIST-07] the history of a page that is being written opens beside it', async ({ page, admin, context }) => {
  const { itemId, pageId } = await pageWith(admin, [
    { page_content: 'the quick fox' },
    { page_content: 'the slow fox' },
  ])
  await shareSession(page, admin)
  await page.goto(`/page/edit/${itemId}/${pageId}`)
  const opener = page.getByRole('toolbar').getByRole('button', { name: 'History' })
  await opener.click()
  const history = page.getByRole('dialog', { name: 'History' })
  // Its texts come now, for the first time; the editor stays on the screen meanwhile.
  await expect(history.getByRole('button', { name: 'Add a remark' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await opener.click()
  await history.getByRole('button', { name: 'Add a remark' }).press('Enter')
  await history.getByLabel('Remark').fill('before the slow one')
  await page.keyboard.press('Enter')
  await expect(history.getByRole('button', { name: 'before the slow one' })).toBeVisible()
  await expect(history.getByRole('button', { name: 'Restore' })).toHaveCount(0)

  const opening = context.waitForEvent('page')
  await history.getByRole('link', { name: 'Compare', exact: true }).click()

  const beside = await opening
  await expect(beside.locator('.diff-lines del')).toHaveText('quick')
  await expect(page).toHaveURL(new RegExp(`/page/edit/${itemId}/${pageId}`))
})

test('[HIST-10] a reader sees versions and restores none', async ({ page, admin }) => {
  const { itemId, pageId } = await pageWith(admin, [{ page_content: 'one' }, { page_content: 'two' }])

  await page.goto(`/${itemId}/${pageId}`)
  const history = await openHistory(page)

  await expect(history.getByRole('link', { name: 'Compare' })).toBeVisible()
  await expect(history.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  await expect(history.getByRole('button', { name: 'Add a remark' })).toHaveCount(0)
})

test('a history that cannot be loaded says so and is asked for again', async ({ page, admin }) => {
  const { itemId, pageId } = await pageWith(admin, [{ page_content: 'one' }, { page_content: 'two' }])
  await page.goto(`/${itemId}/${pageId}`)
  // Alone or together with other questions of the same moment.
  const versions = /\/trpc\/.*\bpage\.history\b/
  await page.route(versions, (route) => route.abort())
  const history = await openHistory(page)
  await expect(history.getByRole('alert')).toContainText('The history could not be loaded')

  await page.unroute(versions)
  await history.getByRole('button', { name: 'Try again' }).click()

  await expect(history.getByRole('link', { name: 'Compare' })).toBeVisible()
})

test('[HIST-09] as a page, the words that changed are marked and nothing around them', async ({ page, admin }) => {
  const paragraph = 'The service answers within 200 ms and returns a receipt for each order.'
  const others = ['Another paragraph.', '- one thing\n  - inner', '| a | b |\n| --- | --- |\n| c | d |'].join('\n\n')
  const before = `## Payment\n\n${paragraph}\n\n${others}\n`
  const after = before.replace('200 ms', '300 ms').replace('- one thing', '- first thing').replace('| d |', '| e |')
  const { pageId, versions } = await pageWith(admin, [{ page_content: before }, { page_content: after }])
  await shareSession(page, admin)
  const marked = (name: string) =>
    page.evaluate((of) => [...((CSS.highlights.get(of) ?? []) as Iterable<Range>)].map(String), name)

  for (const scheme of ['light', 'dark'] as const) {
    await prefer(page, 'en', scheme)
    await page.goto(`/page/diff/${pageId}/${versions[0]}`)
    await page.getByText('As a page', { exact: true }).click()
    await expect(page.getByRole('region', { name: 'Before, as a page' }).locator('[data-look]')).toHaveCount(3)

    await expect.poll(() => marked('diff-removed')).toEqual(['200', 'one', 'd'])
    await expect.poll(() => marked('diff-added')).toEqual(['300', 'first', 'e'])
    const looks = page.getByRole('region', { name: 'After, as a page' }).locator('[data-look]')
    await expect(looks).toHaveCount(3)
    expect(await looks.evaluateAll((blocks) => blocks.map(({ tagName }) => tagName))).toEqual(['P', 'LI', 'TR'])
    await expectAccessible(page)
  }
})
