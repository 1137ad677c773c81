import type { Page } from '@playwright/test'
import en from '../../web/i18n/en/editor.json' with { type: 'json' }
import zhCn from '../../web/i18n/zh-cn/editor.json' with { type: 'json' }
import { EXCEL, paste } from './support/clipboard.ts'
import { expect, expectAccessible, expectToFit, prefer, test } from './support/product.ts'
import { saved } from './support/typist.ts'
import { newWriter } from './support/writer.ts'

const TABLE = '| Name | Type | Note |\n| --- | --- | --- |\n| user | string | |\n| age | int | years |\n'

const bar = (page: Page) => page.getByRole('toolbar', { name: en['table.label'], exact: true })

test('the bar of a table changes columns and rows, and what was typed there is saved', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'tables-bar', { content: `Begin.\n\n${TABLE}\nEnd.\n` })
  await page.goto(writer.address)
  await page.getByText('Begin.').click()
  await expect(bar(page)).toHaveCount(0)

  await page.getByRole('cell', { name: 'int' }).click()
  await bar(page).getByRole('button', { name: en['table.column'], exact: true }).click()
  await page.getByRole('menuitem', { name: en['table.insertRight'] }).click()
  await page.keyboard.type('18')
  await bar(page).getByRole('button', { name: en['table.right'] }).click()
  await bar(page).getByRole('button', { name: en['table.row'], exact: true }).click()
  await page.getByRole('menuitem', { name: en['table.moveUp'] }).click()
  await page.keyboard.type('!')

  expect(await saved(page, writer.client, writer.pageId)).toBe(
    'Begin.\n\n| Name | Type | | Note |\n| --- | --- | ---: | --- |\n| age | int | 18! | years |\n| user | string | | |\n\nEnd.\n',
  )
})

for (const [language, scheme, width] of [
  ['en', 'light', 1440],
  ['zh-cn', 'dark', 390],
] as const)
  test(`the bar is reached and left by keys, and has a name for everything (${language}, ${scheme}, ${width})`, async ({
    page,
    server,
  }) => {
    const words = language === 'en' ? en : zhCn
    await prefer(page, language, scheme)
    await page.setViewportSize({ width, height: 900 })
    const writer = await newWriter(page, server.url, `tables-keys-${width}`, { content: `Begin.\n\n${TABLE}` })
    await page.goto(writer.address)
    await page.getByRole('cell', { name: 'string' }).click()
    const tools = page.getByRole('toolbar', { name: words['table.label'], exact: true })
    await expect(tools).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)

    await page.keyboard.press('Alt+F10')
    await expect(tools.getByRole('button', { name: words['table.column'], exact: true })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(tools.getByRole('button', { name: words['table.center'] })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(tools.getByRole('button', { name: words['table.center'] })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Alt+F10')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: words['table.insertLeft'] })).toBeFocused()
    await expectToFit(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.type('s')

    await expect(page.getByRole('cell', { name: 'strings' })).toBeVisible()
  })

test('a table begins and ends where the text does, as readers see it', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'tables-width', { content: `Begin.\n\n${TABLE}` })
  await page.goto(writer.address)
  const edges = (selector: string) =>
    page
      .locator(`.bn-editor ${selector}`)
      .first()
      .evaluate((element) => {
        const { left, right } = element.getBoundingClientRect()
        return [Math.round(left), Math.round(right)]
      })
  await expect(page.getByRole('cell', { name: 'int' })).toBeVisible()
  expect(await edges('table')).toEqual(await edges("[data-content-type='paragraph']"))
})

test('cells of a spreadsheet program spread over the table, which grows', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'tables-cells', { content: TABLE })
  await page.goto(writer.address)

  await page.getByRole('cell', { name: 'int' }).click()
  await paste(page, { text: EXCEL.text, html: EXCEL.html })
  await expect(page.getByRole('cell', { name: '用户编号' })).toBeVisible()
  await page.getByRole('cell', { name: 'user', exact: true }).click()
  await paste(page, { text: 'a|b\t"two\nlines"\n' })

  expect(await saved(page, writer.client, writer.pageId)).toBe(
    [
      '| Name | Type | Note | |',
      '| --- | --- | --- | --- |',
      '| a\\|b | two<br>lines | | |',
      '| age | 参数名 | 必选 | 说明 |',
      '| | user_id | 是 | 用户编号<br>第二行 |',
      '| | user_id | 否 | 1.50 |',
      '',
    ].join('\n'),
  )
})

test('a single word goes into the cell, and the table is copied as CSV and as Markdown', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'tables-copy', { content: TABLE })
  await page.goto(writer.address)
  await page.getByRole('cell', { name: 'int' }).click()
  await page.keyboard.press('End')
  await paste(page, { text: '64, unsigned' })
  await expect(page.getByRole('cell', { name: 'int64, unsigned' })).toBeVisible()

  // What was said of the first copy may still be on the screen at the second.
  const expectToCopy = async (entry: string, text: string) => {
    await bar(page).getByRole('button', { name: en['table.copy'] }).click()
    await page.getByRole('menuitem', { name: entry }).click()
    await expect(page.getByText('Copied', { exact: true }).last()).toBeVisible()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(async () => (await copied()).replaceAll('\r', '')).toBe(text)
  }
  await expectToCopy(en['table.copyCsv'], 'Name,Type,Note\nuser,string,\nage,"int64, unsigned",years\n')
  await expectToCopy(en['table.copyMarkdown'], TABLE.replace('int', 'int64, unsigned').trimEnd())
})

test('nothing is offered for a table that markdown cannot keep', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'tables-lost', { content: TABLE })
  await page.goto(writer.address)
  const cell = page.getByRole('cell', { name: 'string' })
  await cell.click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await expect(page.locator('.bn-formatting-toolbar')).toBeVisible()
  await expect(page.locator('.bn-formatting-toolbar').getByRole('button', { name: /align/i })).toHaveCount(0)
  await cell.click()
  await cell.hover()
  await page.locator('.bn-table-handle').first().click()

  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /header/i })).toHaveCount(0)
  await expect(page.locator('.column-resize-handle')).toHaveCount(0)
})
