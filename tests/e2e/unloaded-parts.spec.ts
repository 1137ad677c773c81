import type { Locator, Page } from '@playwright/test'
import { untilKept } from './support/kept-drafts.ts'
import { languagesOf } from './support/languages.ts'
import { expect, expectAccessible, newPerson, prefer, test, untilAwake, type Person } from './support/product.ts'
import { newWriter } from './support/writer.ts'

let person: Person
test.beforeAll(async ({ server }) => {
  person = await newPerson(server.url, 'parts-olga')
})

/** The person with a page in an item of its own, signed in. */
const writer = (page: Page, url: string) => newWriter(page, url, person, { title: 'Orders', content: 'Begin.\n' })
const text = (page: Page) => page.getByRole('textbox', { name: /Text of the page|页面内容/ })

/** Files of these names cannot be had until the answer is called. */
async function without(page: Page, files: RegExp): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort())
  return () => page.unroute(files)
}

/** Some browsers, as Chromium 153, ask for a module that could not be had again only after a reload. */
async function skipWhereFailuresAreRemembered(page: Page): Promise<void> {
  const probe = '/assets/probe-of-the-test.js'
  const other = await page.context().newPage()
  const isThere = () =>
    other.evaluate(
      (address) =>
        import(address).then(
          () => true,
          () => false,
        ),
      probe,
    )
  await other.route(`**${probe}`, (route) => route.abort(), { times: 1 })
  await other.goto('/user/setting')
  expect(await isThere()).toBe(false)
  await other.route(`**${probe}`, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }), { times: 1 })
  const isAskedAgain = await isThere()
  await other.close()
  test.skip(!isAskedAgain, 'this browser asks for a module that could not be had only after a reload')
}

/** Types into the page, so that it has unsaved text. */
async function write(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await text(page).getByText('Begin.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Not saved.')
}
async function press(button: Locator): Promise<void> {
  await button.focus()
  await button.press('Enter')
}

test('a face that cannot be loaded says so in its place, and comes with the next attempt', async ({ page, server }) => {
  const { address } = await writer(page, server.url)
  await write(page, address)
  const allow = await without(page, /assets\/source-face-[^/]+\.js/)

  await page.locator('.face-switch').getByText('Markdown', { exact: true }).click()
  const said = page.getByRole('main').getByRole('alert')
  await expect(said).toContainText('This part could not be loaded')
  await expect(page.getByRole('textbox', { name: 'Page title' })).toHaveValue('Orders')
  await expectAccessible(page)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/source-face-'))
  await press(said.getByRole('button', { name: 'Try again' }))
  await failed
  await expect(said).toContainText('This part could not be loaded')

  await skipWhereFailuresAreRemembered(page)
  await allow()
  await press(said.getByRole('button', { name: 'Try again' }))
  await expect(text(page)).toContainText('Begin. Not saved.')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a face that cannot be loaded comes with a reload, and what was typed with it', async ({ page, server }) => {
  const { address } = await writer(page, server.url)
  await write(page, address)
  await untilKept(page, 'Begin. Not saved.')
  const allow = await without(page, /assets\/source-face-[^/]+\.js/)
  await page.locator('.face-switch').getByText('Markdown', { exact: true }).click()
  const said = page.getByRole('main').getByRole('alert')
  await expect(said).toContainText('This part could not be loaded')
  await allow()

  // The browser asks whether the text that is not saved may be left.
  page.on('dialog', (dialog) => void dialog.accept())
  await said.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore the draft' }).click()
  await expect(text(page)).toContainText('Begin. Not saved.')
  await page.locator('.face-switch').getByText('Markdown', { exact: true }).click()
  await expect(page.locator('.cm-content')).toContainText('Begin. Not saved.')
})

test('styles that could not be loaded come with the next attempt', async ({ page, server }) => {
  const { address } = await writer(page, server.url)
  await write(page, address)
  const allow = await without(page, /assets\/source-[^/]+\.css/)

  await page.locator('.face-switch').getByText('Markdown', { exact: true }).click()
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await allow()
  await again.click()

  await expect(text(page)).toContainText('Begin. Not saved.')
  await expect
    .poll(() => page.evaluate(() => [...document.styleSheets].map(({ href }) => href)))
    .toContainEqual(expect.stringMatching(/assets\/source-[^/]+\.css/))
})

test('Ctrl+K opens the search at the first press, and keeps what is typed while it is loaded', async ({
  page,
  server,
}) => {
  await writer(page, server.url)
  // A browser that is never idle.
  await page.addInitScript(() => {
    Object.assign(window, { requestIdleCallback: () => 0 })
  })
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/assets\/search-dialog-[^/]+\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/user/setting')
  await untilAwake(page)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('orders')
  release()

  const field = page.getByRole('dialog').getByRole('combobox')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('orders')
})

test('a search that cannot be loaded says so, and comes with the next attempt', async ({ page, server }) => {
  await writer(page, server.url)
  await page.goto('/user/setting')
  await untilAwake(page)
  const allow = await without(page, /assets\/search-dialog-[^/]+\.js/)

  await page.keyboard.press('Control+k')
  const said = page.getByRole('dialog')
  await expect(said).toContainText('This part could not be loaded')
  await expectAccessible(page)
  const again = said.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()

  await skipWhereFailuresAreRemembered(page)
  await allow()
  await press(again)
  await expect(said.getByRole('combobox')).toBeFocused()
})

const LEFT_ALONE = 'a tool of the editor that cannot be loaded leaves the text alone'
for (const language of languagesOf(LEFT_ALONE)) {
  const words =
    language === 'en'
      ? {
          menu: 'Format',
          tool: 'JSON to table',
          failed: 'could not be loaded',
          again: 'Try again',
          close: 'Close',
        }
      : { menu: '格式工具', tool: 'JSON 转表格', failed: '加载失败', again: '重试', close: '关闭' }

  test(`${LEFT_ALONE}, in ${language}`, async ({ page, server }) => {
    const { address } = await writer(page, server.url)
    await prefer(page, language, 'dark')
    await write(page, address)
    const allow = await without(page, /assets\/json-table-dialog-[^/]+\.js/)
    const choose = async () => {
      await page.getByRole('button', { name: words.menu, exact: true }).click()
      await page.getByRole('menuitem', { name: words.tool, exact: true }).click()
    }
    const dialog = page.getByRole('dialog')

    await choose()
    await expect(dialog).toContainText(words.failed)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(text(page)).toContainText('Begin. Not saved.')

    await choose()
    await dialog.getByRole('button', { name: words.close }).click()
    await expect(dialog).toHaveCount(0)

    await choose()
    await expect(dialog.getByRole('button', { name: words.again })).toBeFocused()
    await skipWhereFailuresAreRemembered(page)
    await allow()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('heading', { name: words.tool })).toBeVisible()
    await expect(text(page)).toContainText('Begin. Not saved.')
  })
}

test('texts that cannot be loaded are asked for again', async ({ page, server }) => {
  const { view } = await writer(page, server.url)
  await page.goto(view)
  await untilAwake(page)
  const allow = await without(page, /assets\/changes-[^/.]+\.js/)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Change log' }).click()

  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('This part could not be loaded')
  await expect(page.getByRole('article')).toContainText('Begin.')
  await skipWhereFailuresAreRemembered(page)
  await allow()
  await dialog.getByRole('button', { name: 'Try again' }).click()

  await expect(dialog.getByRole('heading', { name: /Change log/ })).toBeVisible()
})

test('a language whose texts cannot be loaded is not taken', async ({ page, server }) => {
  const { address } = await writer(page, server.url)
  await write(page, address)
  await page.route(/assets\/[^/]+\.js/, (route) => route.abort())

  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitem', { name: '简体中文' }).click()

  await expect(page.getByText('The server could not be reached.')).toBeVisible()
  await expect(text(page)).toContainText('Begin. Not saved.')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
})

test('a screen that cannot be loaded comes with the next attempt', async ({ page, server }) => {
  const { view } = await writer(page, server.url)
  await page.goto(view)
  await untilAwake(page)
  const allow = await without(page, /assets\/page-edit-screen-[^/]+\.js/)

  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('alert')).toContainText('This part could not be loaded')
  await skipWhereFailuresAreRemembered(page)
  await allow()
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(text(page)).toContainText('Begin.')
})
