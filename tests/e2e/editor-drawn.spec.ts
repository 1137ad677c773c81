import { expect, expectAccessible, expectToFit, prefer, test } from './support/product.ts'
import { move, saved, storedText } from './support/typist.ts'
import { newWriter } from './support/writer.ts'

const DIAGRAM = '```mermaid\ngraph LR\n  A --> B\n```\n'
const FORMULA = '$$\nE = mc^2\n$$\n'

for (const [language, scheme, width] of [
  ['en', 'light', 1440],
  ['zh-cn', 'dark', 390],
] as const)
  test(`diagrams and formulas are drawn beside their text (${language}, ${scheme}, ${width})`, async ({
    page,
    server,
  }) => {
    await prefer(page, language, scheme)
    await page.setViewportSize({ width, height: 900 })
    const content = `Begin with $x^2$ here.\n\n${DIAGRAM}\n${FORMULA}\n\`\`\`sql\nselect 1\n\`\`\`\n`
    const { address, client, pageId } = await newWriter(page, server.url, `drawn-${width}`, { content })
    await page.goto(address)

    await expect(page.locator('.code-frame .drawn-picture svg')).toBeVisible()
    await expect(page.locator('.island .drawn-picture .katex').first()).toBeVisible()
    await expect(page.locator('.raw-chip .katex')).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)
    expect(await storedText(client, pageId)).toBe(content)
  })

test('a diagram is drawn anew as its text is typed, and the page keeps the text to the letter', async ({
  page,
  server,
}) => {
  const { address, client, pageId } = await newWriter(page, server.url, 'drawn-typing', {
    content: `Begin.\n\n${DIAGRAM}`,
  })
  await page.goto(address)
  const picture = page.locator('.code-frame .drawn-picture svg')
  await expect(picture).toBeVisible()

  // Behind the last letter.
  const code = page.locator('.code-frame code')
  const { width = 0, height = 0 } = (await code.boundingBox()) ?? {}
  await code.click({ position: { x: width - 2, y: height - 4 } })
  await page.keyboard.type('\n  B --> Cellar')

  await expect(picture).toContainText('Cellar')
  expect(await saved(page, client, pageId)).toBe('Begin.\n\n```mermaid\ngraph LR\n  A --> B\n  B --> Cellar\n```\n')
})

test('the language of code is found by its name and kept', async ({ page, server }) => {
  const { address, client, pageId } = await newWriter(page, server.url, 'code-language', {
    content: '```\nselect 1\n```\n',
  })
  await page.goto(address)

  await page.getByRole('combobox', { name: 'Language' }).fill('sql')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' + 1')

  expect(await saved(page, client, pageId)).toBe('```sql\nselect 1 + 1\n```\n')
})

test('two brackets find a page of the item and link to it', async ({ page, server }) => {
  const { address, client, itemId, pageId } = await newWriter(page, server.url, 'page-links', { content: 'See ' })
  const { page_id: otherId } = await client.call<{ page_id: number }>('page/save', {
    ...{ page_id: 0, item_id: itemId, page_title: 'Order numbers', page_content: 'x' },
  })
  await page.goto(address)

  await page.getByRole('textbox', { name: 'Text' }).click()
  await page.keyboard.press('Control+End')
  const found = page.getByRole('option', { name: 'Order numbers' })
  await page.keyboard.type(' [[numb')
  await expect(found).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('，then [[order')
  await expect(found).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('。')

  const link = `[Order numbers](/${itemId}/${otherId})`
  expect(await saved(page, client, pageId)).toContain(`${link}，then ${link}。`)
})

test('two brackets are text for Enter unless a page was chosen or its title begins with what is typed', async ({
  page,
  server,
}) => {
  const { address, view, client, itemId, pageId } = await newWriter(page, server.url, 'brackets', { content: 'Code\n' })
  await client.call('page/save', { item_id: itemId, page_id: 0, page_title: 'Order numbers', page_content: 'x' })
  await page.goto(address)
  await page.getByRole('textbox', { name: 'Text' }).getByText('Code').click()
  await page.keyboard.press('End')
  await page.keyboard.type(':')
  await page.keyboard.press('Enter')
  const lines = ['x = [[', 'see 【【', 'a[[numb', 'if [[']
  for (const line of lines) {
    await page.keyboard.type(line)
    await expect(page.getByRole('option', { name: 'Order numbers' })).toBeVisible()
    await page.keyboard.press('Enter')
  }
  // What was chosen in one menu and not taken is nothing in the next.
  await page.keyboard.type('y [[')
  await expect(page.getByRole('option', { name: 'Order numbers' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await page.keyboard.type(' z [[')
  await expect(page.getByRole('option', { name: 'Order numbers' })).toBeVisible()
  await page.keyboard.press('Enter')
  await saved(page, client, pageId)

  await page.goto(view)
  await expect(page.locator('.article > *')).toHaveText(['Code:', ...lines, 'y [[ z [['])
})

test('a formula that is copied from a page keeps its source, also as plain text', async ({ page, server }) => {
  const content = 'So $E=mc^2$ holds.\n\nEnd.\n'
  const { client, pageId, address, view } = await newWriter(page, server.url, 'drawn-copier', { content })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(view)
  await expect(page.locator('.article .katex')).toBeVisible()
  await page
    .locator('.article p')
    .first()
    .evaluate((line) => getSelection()?.selectAllChildren(line))
  await page.keyboard.press('Control+c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('So $E=mc^2$ holds.')
  await page.goto(address)
  const text = page.getByRole('textbox', { name: 'Text of the page' })
  await text.getByText('End.').click()
  await move(page, 'End')
  await page.keyboard.press('Enter')

  await page.keyboard.press('Control+v')
  await expect(text.locator('.katex')).toHaveCount(2)

  expect(await saved(page, client, pageId)).toBe(`${content}\nSo $E=mc^2$ holds.\n`)
})
