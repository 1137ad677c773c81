import en from '../../plugins/item-export/locales/en.json' with { type: 'json' }
import zhCn from '../../plugins/item-export/locales/zh-cn.json' with { type: 'json' }
import { languageTest } from './support/language-test.ts'
import {
  expect,
  expectAccessibleInBothSchemes,
  expectToFit,
  newPerson,
  prefer,
  shareSession,
  test,
} from './support/product.ts'
import { SHEETS } from './support/sheets.ts'
import { wordsOf } from './support/words.ts'
import { newWriter, type Writer } from './support/writer.ts'

const TEXTS = { en, 'zh-cn': zhCn }
const FIRST = `# Begin

[to the second](SECOND), [to the end](#end)

\`\`\`mermaid
graph TD
  A[开始] --> B
\`\`\`

$a^2$

## End
`

/** Three pages, two of them in catalogs, each with a heading of the same name. */
async function fillItem({ client, itemId, pageId }: Writer): Promise<{ readonly catalogId: number }> {
  const catalog = async (fields: object) => (await client.call<{ cat_id: number }>('catalog/save', { item_id: itemId, ...fields })).cat_id // prettier-ignore
  const catalogId = await catalog({ cat_name: 'Guides 指南' })
  const below = await catalog({ cat_name: 'Deep', parent_cat_id: catalogId })
  const page = (fields: object) =>
    client.call<{ page_id: number }>('page/save', { item_id: itemId, page_id: 0, ...fields })
  const { page_id: second } = await page({
    page_title: 'Second 第二',
    cat_id: catalogId,
    page_content: '## End\n\ntwo',
  })
  await page({ page_title: 'Third', cat_id: below, page_content: '## End\n\n| a | b |\n|---|---|\n| 1 | 2 |\n' })
  await client.call('page/save', {
    ...{ item_id: itemId, page_id: pageId, page_title: 'First' },
    page_content: FIRST.replace('SECOND', `/${itemId}/${second}`),
  })
  return { catalogId }
}

const sheetsIn = (pdf: Buffer): number => [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length

languageTest(
  '[VIEW-26] a whole item is printed: contents and all pages in order, drawn, and nothing of the screen',
  async (language, page, server) => {
    const texts = TEXTS[language].print
    const writer = await newWriter(page, server.url, 'item-printer')
    await fillItem(writer)
    await prefer(page, language, 'dark')
    await page.goto(writer.view)
    await page.getByRole('button', { name: wordsOf(language, 'reader', 'action.more'), exact: true }).click()
    await page.getByRole('menuitem', { name: texts.item, exact: true }).click()

    await expect(page.getByRole('button', { name: texts.action, exact: true })).toBeEnabled()
    const paper = page.locator('.print-paper')
    await expect(paper.locator('.print-page > h1')).toHaveText(['First', 'Second 第二', 'Third'])
    await expect(paper.locator('.print-contents li')).toHaveText([
      'First',
      'Guides 指南',
      'Second 第二',
      'Deep',
      'Third',
    ])
    await expect(paper.locator('.mermaid svg')).toHaveCount(1)
    await expect(paper.locator('.math .katex')).toHaveCount(1)
    // What leads elsewhere on the paper leads there, and each heading is its page's own.
    const target = (name: string) =>
      paper.getByRole('link', { name, exact: true }).evaluate((link: HTMLAnchorElement) => {
        const found = document.getElementById(decodeURIComponent(link.hash.slice(1)))
        return found?.closest('.print-page')?.querySelector('h1')?.textContent
      })
    expect(await target('to the second')).toBe('Second 第二')
    expect(await target('to the end')).toBe('First')
    expect(await target('Third')).toBe('Third')
    await expectAccessibleInBothSchemes(page)

    await page.emulateMedia({ media: 'print' })
    for (const part of ['.top-bar', '.print-bar', '.work-head']) await expect(page.locator(part)).toBeHidden()
    await page.emulateMedia({ media: null })
    // The cover with its contents, and each page on a sheet of its own.
    expect(sheetsIn(await page.pdf())).toBe(4)
    await page.getByLabel(texts.withBreaks).uncheck()
    await page.getByLabel(texts.withContents).uncheck()
    await expect(paper.locator('.print-contents')).toHaveCount(0)
    expect(sheetsIn(await page.pdf())).toBeLessThan(4)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectToFit(page)
  },
)

test('a catalog and a page are printed by themselves', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'part-printer')
  const { catalogId } = await fillItem(writer)
  await prefer(page, 'en', 'light')
  const titles = page.locator('.print-page > h1')

  await page.goto(`/item-export/print/${writer.itemId}?cat_id=${catalogId}`)
  await expect(titles).toHaveText(['Second 第二', 'Third'])
  await page.goto(writer.view)
  await page.getByRole('button', { name: wordsOf('en', 'reader', 'action.more'), exact: true }).click()
  await page.getByRole('menuitem', { name: en.print.page, exact: true }).click()
  await expect(page.getByRole('button', { name: en.print.action, exact: true })).toBeEnabled()
  await expect(titles).toHaveText(['First'])
  await expect(page.locator('.print-contents')).toHaveCount(0)
  await page.goto(`/item/export/${writer.itemId}?page_id=${writer.pageId}`)
  await page.getByRole('radio', { name: en.partPage.replace('{{title}}', 'First') }).check()
  await page.getByRole('link', { name: en.pdfLink }).click()
  await expect(titles).toHaveText(['First'])
})

test('[EXP-08] readers print the page they read, and not the whole item', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'print-owner')
  await fillItem(writer)
  const reader = await newPerson(server.url, 'print-reader')
  await writer.client.call('member/save', { item_id: writer.itemId, username: reader.username, member_group_id: 0 })
  await shareSession(page, reader.client)
  await prefer(page, 'en', 'light')

  await page.goto(writer.view)
  await page.getByRole('button', { name: wordsOf('en', 'reader', 'action.more'), exact: true }).click()
  await expect(page.getByRole('menuitem', { name: en.print.item, exact: true })).toHaveCount(0)
  await page.getByRole('menuitem', { name: en.print.page, exact: true }).click()
  await expect(page.locator('.print-page > h1')).toHaveText(['First'])
  await page.goto(`/item-export/print/${writer.itemId}`)
  await expect(page.getByText(en.print.failed)).toBeVisible()
  await expect(page.locator('.print-page')).toHaveCount(0)
})

test('[VIEW-26] a page is printed without anything of the screen, a spreadsheet with all its sheets', async ({
  page,
  server,
}) => {
  const writer = await newWriter(page, server.url, 'page-printer', { content: FIRST })
  // As wide as paper.
  await page.setViewportSize({ width: 720, height: 900 })
  await page.goto(writer.view)
  const button = page.locator('.contents-button')
  await expect(button).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Begin' })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)

  const sheets = await newWriter(page, server.url, 'sheet-printer', { content: SHEETS })
  await page.emulateMedia({ media: 'screen' })
  await page.goto(sheets.view)
  await expect(page.getByRole('tab', { name: 'Second' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page.getByRole('table', { name: 'Stock 库存' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Second' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Second' })).toContainText('two')
  await expect(page.getByRole('tab')).toHaveCount(0)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.locator('.sheets-printed')).toHaveCount(0)
})
