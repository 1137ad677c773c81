import { utils, write } from '@e965/xlsx'
import { languageTest } from './support/language-test.ts'
import { expect, expectAccessibleInBothSchemes, expectToFit, prefer, test } from './support/product.ts'
import { contentOf, openSheet, press, SHEET_TEXTS, storedCell } from './support/sheets.ts'
import { newWriter } from './support/writer.ts'

const CONTENT = JSON.stringify([
  {
    name: 'Shown',
    rows: {
      0: { cells: { 0: { text: 'name' }, 1: { text: 'salary' }, 2: { text: 'team' } } },
      1: { hide: true, cells: { 0: { text: 'gone' } } },
      2: { cells: { 0: { text: 'kept' }, 2: { text: '=Secret!A1' } } },
    },
    cols: { 1: { width: 90, hide: true } },
  },
  { name: 'Secret', hide: true, rows: { 0: { cells: { 0: { text: '7' } } } } },
  { name: 'Last', rows: { 0: { cells: { 0: { text: 'end' } } } } },
])
const SHOWN = 'luckysheet.getluckysheetfile()[0]'

test('[SHEET-01] [SHEET-04] what is hidden in a spreadsheet is not read, and stays hidden when others are typed in', async ({
  page,
  server,
}) => {
  const writer = await newWriter(page, server.url, 'sheet-hider', { content: CONTENT })
  await prefer(page, 'en', 'light')
  await page.goto(writer.view)

  const table = page.getByRole('region', { name: 'Shown' })
  await expect(table.getByRole('row')).toHaveText([/A.*C$/, /^1nameteam$/, /^3kept7$/])
  await expect(page.getByRole('tab')).toHaveText(['Shown', 'Last'])

  await page.goto(writer.address)
  const frame = await openSheet(page)
  await expect(frame.locator('.luckysheet-sheets-item:visible')).toHaveText(['Shown', 'Last'])
  await page.keyboard.type('typed')
  await press(page, 'Enter')
  await press(page, 'Control+s')
  await expect.poll(() => storedCell(writer, 0, 0)).toBe('typed')
  expect(await contentOf(writer)).toBe(CONTENT.replace('"name"}', '"typed"}'))

  // As the menu of a row and of a column does.
  await frame.evaluate(`luckysheet.hideRow(2, 2); luckysheet.showColumn(1, 1)`)
  await frame.locator('#luckysheet-cell-main').click({ position: { x: 20, y: 10 } })
  await press(page, 'Control+s')
  await expect
    .poll(async () => (JSON.parse(await contentOf(writer)) as unknown[])[0])
    .toMatchObject({ rows: { 1: { hide: true }, 2: { hide: true } }, cols: { 1: { width: 90 } } })
  expect(await contentOf(writer)).not.toContain('"width":90,"hide"')
  expect(await frame.evaluate(`${SHOWN}.config.rowhidden`)).toEqual({ 1: 0, 2: 0 })
})

languageTest('[SHEET-07] an Excel file tells what of it is not taken over', async (language, page, server) => {
  const texts = SHEET_TEXTS[language]
  const writer = await newWriter(page, server.url, 'sheet-loser', { content: CONTENT })
  await prefer(page, language, 'light')
  await page.goto(writer.address)
  await openSheet(page)
  const sheet = utils.aoa_to_sheet([['a', 'b']])
  sheet['!autofilter'] = { ref: 'A1:B1' }
  for (const address of ['A1', 'B1']) (sheet[address] as { c: unknown[] }).c = [{ a: 'Ann', t: 'note' }]
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Notes')
  const buffer = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer

  await page.getByLabel(texts.import.title).setInputFiles({ name: 'notes.xlsx', mimeType: '', buffer })

  const dialog = page.getByRole('dialog')
  const line = (loss: keyof typeof texts.loss, count: number): string =>
    texts.import.lossCount.replace('{{what}}', texts.loss[loss]).replace('{{number}}', String(count))
  await expect(dialog.getByRole('list', { name: texts.import.losses }).getByRole('listitem')).toHaveText([
    line('comments', 2),
    line('filters', 1),
  ])
  await page.locator('iframe').evaluate((frame) => frame.remove())
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectToFit(page)
})
