import type { Locator, Page } from '@playwright/test'
import en from '../../web/i18n/en/editor.json' with { type: 'json' }
import { expect, prefer, test } from './support/product.ts'
import { saved } from './support/typist.ts'
import { newWriter } from './support/writer.ts'

/** At the end of the text, in a line of its own. */
async function choose(page: Page, query: string, entry: string): Promise<void> {
  await page.getByRole('textbox', { name: en['text.label'] }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type(`/${query}`)
  await page.getByRole('option', { name: entry }).first().click()
}

/** Puts the cursor behind the only line of code. */
async function clickBehind(code: Locator): Promise<void> {
  const { width = 0, height = 0 } = (await code.boundingBox()) ?? {}
  await code.click({ position: { x: width - 2, y: height / 2 } })
}

test('the menu of blocks makes a table of the chosen size', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'blocks-table', { content: 'Begin.\n' })
  await page.goto(writer.address)

  await choose(page, 'table', 'Table')
  await expect(page.getByRole('menuitem', { name: '2 × 3' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.keyboard.type('first')

  expect(await saved(page, writer.client, writer.pageId)).toBe('Begin.\n\n| first | |\n| --- | --- |\n| | |\n| | |\n')
})

test('the size of a table is not asked any more after Escape, and nothing is made', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'blocks-no-table', { content: 'Begin.\n' })
  await page.goto(writer.address)

  await choose(page, 'table', 'Table')
  await expect(page.getByRole('menuitem', { name: '2 × 3' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.type('Words.')

  expect(await saved(page, writer.client, writer.pageId)).toBe('Begin.\n\nWords.\n')
})

test('the menu of blocks uploads a file, and links to a page of the item', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'blocks-file', { content: 'Begin.\n' })
  const { page_id: otherId } = await writer.client.call<{ page_id: number }>('page/save', {
    ...{ page_id: 0, item_id: writer.itemId, page_title: 'Order numbers', page_content: 'x' },
  })
  await page.goto(writer.address)

  const chosen = page.waitForEvent('filechooser')
  await choose(page, 'file', en['blockMenu.file'])
  await (await chosen).setFiles({ name: 'report.txt', mimeType: 'text/plain', buffer: Buffer.from('report') })
  await expect(page.getByRole('link', { name: 'report.txt' })).toBeVisible()
  await choose(page, 'link', en['blockMenu.pageLink'])
  await page.keyboard.type('numb')
  await page.getByRole('option', { name: 'Order numbers' }).click()

  const content = await saved(page, writer.client, writer.pageId)
  expect(content).toMatch(/\[report\.txt\]\(\/attachment\/[^)]+\)/)
  expect(content).toContain(`[Order numbers](/${writer.itemId}/${otherId})`)
})

test('the list of headings is one entry of the menu, and readers see it', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'blocks-contents', { content: '## Orders\n\nText.\n\n## Refunds\n' })
  await page.goto(writer.address)

  await choose(page, 'toc', en['blockMenu.contents'])
  expect(await saved(page, writer.client, writer.pageId)).toContain('\n[TOC]\n')
  await page.goto(writer.view)

  const list = page.locator('.article .contents-list')
  await expect(list.getByRole('link')).toHaveText(['Orders', 'Refunds'])
  await list.getByRole('link', { name: 'Refunds' }).click()
  await expect(page).toHaveURL(/#refunds$/)
})

test('code has the colours and the size that readers see, also of what is typed', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'blocks-colours', { content: '```sql\nselect 1\n```\n' })
  await page.goto(writer.address)
  const code = page.locator('.code-frame code')
  const colourOf = (place: string) =>
    page
      .locator(place)
      .first()
      .evaluate((word) => getComputedStyle(word).color)
  const lookOf = (place: string) =>
    page
      .locator(place)
      .first()
      .evaluate((pre) => {
        const { fontFamily, fontSize, lineHeight, padding } = getComputedStyle(pre)
        return [fontFamily, fontSize, lineHeight, padding]
      })

  await expect(code.locator('.hljs-keyword')).toHaveText('select')
  const written = await colourOf('.code-frame .hljs-keyword')
  const writtenLook = await lookOf('.code-frame pre')
  await clickBehind(code)
  await page.keyboard.type(' from orders')
  await expect(code.locator('.hljs-keyword')).toHaveText(['select', 'from'])

  expect(await saved(page, writer.client, writer.pageId)).toBe('```sql\nselect 1 from orders\n```\n')
  await page.goto(writer.view)
  await expect(page.locator('.article .hljs-keyword')).toHaveText(['select', 'from'])
  expect(await colourOf('.article .hljs-keyword')).toBe(written)
  expect(writtenLook).toEqual(await lookOf('.article .code-block pre'))
})

test('Enter on an empty last line and the arrow down lead out of code', async ({ page, server }) => {
  await prefer(page, 'en', 'light')
  const writer = await newWriter(page, server.url, 'blocks-way-out', { content: '```sql\nselect 1\n```\n' })
  await page.goto(writer.address)
  await clickBehind(page.locator('.code-frame code'))

  await page.keyboard.press('Enter')
  await page.keyboard.type('from orders')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Below.')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('End')
  await page.keyboard.type(';')

  expect(await saved(page, writer.client, writer.pageId)).toBe('```sql\nselect 1\nfrom orders;\n```\n\nBelow.\n')
})

test('the arrow down leaves code at the end of the page for a new line', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'blocks-arrow', { content: '```sql\nselect 1\n```\n' })
  await page.goto(writer.address)
  await clickBehind(page.locator('.code-frame code'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('Below.')

  expect(await saved(page, writer.client, writer.pageId)).toBe('```sql\nselect 1\n```\n\nBelow.\n')
})

test('the language of code has the same name for the writer and for readers', async ({ page, server }) => {
  const content = 'start\n\n```json\n{}\n```\n'
  const { address, view } = await newWriter(page, server.url, 'blocks-language', { content })
  await page.goto(address)
  await expect(page.locator('.code-language')).toHaveValue('json')

  await page.goto(view)

  const name = page.locator('.article figcaption')
  await expect(name).toHaveText('json', { useInnerText: true })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('text begins where readers see it', async ({ page, server }) => {
    const { address, view } = await newWriter(page, server.url, 'blocks-phone', { title: 'Login', content: 'start\n' })
    const leftOf = async (words: string) =>
      page.evaluate((text) => {
        const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
        while (walker.nextNode() && walker.currentNode.textContent !== text);
        const range = document.createRange()
        range.selectNodeContents(walker.currentNode)
        return range.getBoundingClientRect().left
      }, words)
    await page.goto(view)
    await expect(page.locator('.article').getByText('start')).toBeVisible()
    const read = await leftOf('start')

    await page.goto(address)
    await expect(page.getByRole('textbox', { name: 'Text of the page' }).getByText('start')).toBeVisible()

    await expect.poll(() => leftOf('start')).toBe(read)
  })
})
