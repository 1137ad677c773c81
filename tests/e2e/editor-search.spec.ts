import type { Page } from '@playwright/test'
import en from '../../web/i18n/en/editor.json' with { type: 'json' }
import zhCn from '../../web/i18n/zh-cn/editor.json' with { type: 'json' }
import { expect, expectAccessible, expectToFit, prefer, test } from './support/product.ts'
import { clickInto } from './support/editor.ts'
import { saved, storedText } from './support/typist.ts'
import { newWriter } from './support/writer.ts'

const CONTENT =
  'An order, and Order numbers.\n\n| order | b |\n| --- | --- |\n| 订单号 | 订单 |\n\n```sql\nselect order\n```\n\nSee ![order](/x.png) preorder.\n'

const find = (page: Page) => page.getByRole('textbox', { name: en['search.find'], exact: true })
const replacement = (page: Page) => page.getByRole('textbox', { name: en['search.replaceWith'], exact: true })
const panel = (page: Page) => page.locator('.rich-search')

for (const [language, scheme, width] of [
  ['en', 'light', 1440],
  ['zh-cn', 'dark', 390],
] as const)
  test(`finds in text, cells, code and chips, and counts (${language}, ${scheme}, ${width})`, async ({
    page,
    server,
  }) => {
    const words = language === 'en' ? en : zhCn
    await prefer(page, language, scheme)
    await page.setViewportSize({ width, height: 900 })
    const writer = await newWriter(page, server.url, `search-${width}`, { content: CONTENT })
    await page.goto(writer.address)
    await clickInto(page, page.getByText('An order'))
    await page.keyboard.press('Control+Home')

    await page.keyboard.press('Control+f')
    await expect(page.getByRole('textbox', { name: words['search.find'], exact: true })).toBeFocused()
    await page.keyboard.type('order')
    const said = (at: number, total: number) =>
      words['search.found'].replace('{{at}}', String(at)).replace('{{total}}', String(total))
    await expect(panel(page).locator('output')).toHaveText(said(1, 6))
    await expectAccessible(page)
    await expectToFit(page)
    await page.keyboard.press('Enter')
    await expect(panel(page).locator('output')).toHaveText(said(2, 6))
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.press('Shift+Enter')
    await expect(panel(page).locator('output')).toHaveText(said(6, 6))
    await page.getByRole('checkbox', { name: words['search.byWord'] }).check()
    await expect(panel(page).locator('output')).toContainText('5')
    await page.getByRole('checkbox', { name: words['search.matchCase'] }).check()
    await expect(panel(page).locator('output')).toContainText('4')
    await page.getByRole('textbox', { name: words['search.find'], exact: true }).fill('订单')
    await expect(panel(page).locator('output')).toHaveText(said(1, 2))
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
    await page.keyboard.type('!')

    await expect(page.getByRole('cell', { name: '订单!号' })).toBeVisible()
  })

test('replaces one, and all of them as one step of undo', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'search-replace', { content: CONTENT })
  await page.goto(writer.address)
  await clickInto(page, page.getByText('An order'))
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+h')
  await expect(find(page)).toBeFocused()
  await page.keyboard.type('order')
  await page.keyboard.press('Control+h')
  await expect(replacement(page)).toBeFocused()
  await replacement(page).fill('a*b')

  await page.getByRole('button', { name: en['search.replace'], exact: true }).click()
  await expect(page.getByText('An a*b, and Order')).toBeVisible()
  const all = page.getByRole('button', { name: en['search.replaceAll'] })
  await all.press('Enter')
  await expect(page.getByText(en['search.replacedMatches'].replace('$', '5'))).toBeVisible()
  // It has nothing to do any more, and stays the place for the next key.
  await expect(all).toBeDisabled()
  await expect(all).toBeFocused()
  await page.keyboard.press('Escape')
  expect(await saved(page, writer.client, writer.pageId)).toBe(
    'An a\\*b, and a\\*b numbers.\n\n| a\\*b | b |\n| --- | --- |\n| 订单号 | 订单 |\n\n```sql\nselect a*b\n```\n\nSee ![a*b](/x.png) prea\\*b.\n',
  )

  await page.keyboard.press('Control+z')
  await expect(page.getByText('An a*b, and Order')).toBeVisible()
  await page.keyboard.press('Control+s')
  const stored = () => storedText(writer.client, writer.pageId)
  await expect.poll(stored).toBe(CONTENT.replace('An order', 'An a\\*b'))
})

test('says that nothing is found, and follows what is written', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'search-none', { content: 'Begin.\n' })
  await page.goto(writer.address)
  await page.getByText('Begin.').click()
  await page.keyboard.press('Control+f')
  await find(page).fill('orders')

  await expect(panel(page).locator('output')).toHaveText(en['search.none'])
  await page.getByText('Begin.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Orders')
  await expect(panel(page).locator('output')).toHaveText('1 of 1')
})

const sourceFields = (page: Page) => {
  const field = (name: string) => page.locator(`.cm-search input[name=${name}]`)
  return { wanted: field('search'), put: field('replace') }
}
const richFields = (page: Page) => ({ wanted: find(page), put: replacement(page) })

for (const face of ['rich', 'source'] as const)
  test(`Ctrl+H asks first for what is to be found, unless that is selected (${face})`, async ({ page, server }) => {
    const writer = await newWriter(page, server.url, `search-first-${face}`, { content: 'Begin order.\n' })
    await page.goto(writer.address)
    if (face === 'source') await page.getByText(en['face.source'], { exact: true }).click()
    const { wanted, put } = face === 'source' ? sourceFields(page) : richFields(page)
    const line = face === 'source' ? page.locator('.cm-line').first() : page.getByText('Begin order.')
    await line.click()
    await page.keyboard.press('Home')

    await page.keyboard.press('Control+h')
    await expect(wanted).toBeFocused()
    await page.keyboard.type('order')
    await page.keyboard.press('Control+h')
    await expect(put).toBeFocused()
    await page.keyboard.type('X')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Home')

    await page.keyboard.press('Control+h')
    await expect(wanted).toBeFocused()
    await page.keyboard.type('ord')
    await expect(wanted).toHaveValue('ord')
    await expect(put).toHaveValue('X')
    await page.keyboard.press('Escape')
    // A selection made while the editor takes the focus back may be undone by that.
    await clickInto(page, line)
    await line.dblclick({ position: { x: 30, y: 8 } })
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('Begin')

    await page.keyboard.press('Control+h')
    await expect(put).toBeFocused()
    await expect(wanted).toHaveValue('Begin')
  })

for (const [language, width] of [
  ['en', 1440],
  ['zh-cn', 390],
] as const)
  test(`regular expressions are found and replaced in rich text (${language}, ${width} px)`, async ({
    page,
    server,
  }) => {
    const words = language === 'en' ? en : zhCn
    await prefer(page, language, 'light')
    await page.setViewportSize({ width, height: 900 })
    const content = `v1.20 and v2.3\n\n${'a'.repeat(40)}!\n`
    const writer = await newWriter(page, server.url, `expression-${width}`, { content })
    await page.goto(writer.address)
    await clickInto(page, page.getByText('v1.20'))
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Control+h')
    const field = page.getByRole('textbox', { name: words['search.find'], exact: true })
    const said = panel(page).locator('output')
    await page.getByRole('checkbox', { name: words['search.regexp'] }).check()

    await field.fill('v(')
    await expect(said).toHaveText(words['search.wrongExpression'])
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await expectToFit(page)

    // Without a limit it would not end, and the page with it.
    await field.fill('(a+)+$')
    await expect(said).toHaveText(words['search.slowExpression'])

    await field.fill(String.raw`v(\d+)\.(\d+)`)
    await expect(said).toContainText('2')
    await page.getByRole('textbox', { name: words['search.replaceWith'], exact: true }).fill('$2.$1')
    await page.getByRole('button', { name: words['search.replaceAll'] }).click()
    await expect(page.getByText('20.1 and 3.2')).toBeVisible()
  })
