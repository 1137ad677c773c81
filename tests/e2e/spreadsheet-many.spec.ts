import { readFileSync } from 'node:fs'
import { read } from '@e965/xlsx'
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
import { contentOf, filledSheet, openSheet, press, SHEET_TEXTS, SHEETS, storedCell } from './support/sheets.ts'
import { wordsOf } from './support/words.ts'
import { newWriter } from './support/writer.ts'

languageTest(
  'a sheet of 1,200 rows is read as a table that says how many it has, and shows more of them by keyboard',
  async (language, page, server) => {
    const texts = SHEET_TEXTS[language]
    const content = filledSheet(1_200, 5, (row, column) =>
      column === 4 ? `=SUM(A${row + 1}:D${row + 1})` : String(column),
    )
    const writer = await newWriter(page, server.url, 'sheet-large', { content })
    await prefer(page, language, 'light')
    await page.goto(writer.view)

    const table = page.getByRole('table', { name: 'Stock' })
    await expect(table).toHaveAttribute('aria-rowcount', '1201')
    await expect(table).toHaveAttribute('aria-colcount', '6')
    await expect(table.getByRole('columnheader', { name: 'E', exact: true })).toBeVisible()
    await expect(table.getByRole('row')).toHaveCount(501)
    const said = (shown: number) => texts.rowsShown.replace('{{shown}}', String(shown)).replace('{{all}}', '1200')
    await expect(page.getByText(said(500))).toBeVisible()
    await page.getByRole('button', { name: texts.moreRows }).press('Enter')
    await expect(page.getByText(said(1_000))).toBeVisible()
    const last = table.getByRole('row').last()
    await expect(last).toHaveAttribute('aria-rowindex', '1001')
    await expect(last.getByRole('rowheader')).toHaveText('1000')
    await expect(last.getByRole('cell').last()).toHaveText('6')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectToFit(page)
  },
)

languageTest(
  '[SHEET-06] links of cells are followed by readers, survive an edit and go out to Excel',
  async (language, page, server) => {
    const cells = {
      0: { text: 'Guide', link: 'https://a.test/?b=1' },
      1: { text: 'Bad', link: 'javascript:alert(1)' },
      2: { text: '=HYPERLINK("mailto:a@b.test","Write")' },
    }
    const content = JSON.stringify([{ name: 'Links', rows: { 0: { cells } } }])
    const writer = await newWriter(page, server.url, 'sheet-links', { content })
    await prefer(page, language, 'light')
    await page.goto(writer.view)

    const table = page.getByRole('table', { name: 'Links' })
    await expect(table.getByRole('link', { name: 'Guide' })).toHaveAttribute('href', 'https://a.test/?b=1')
    await expect(table.getByRole('link', { name: 'Write' })).toHaveAttribute('href', 'mailto:a@b.test')
    await expect(table.getByRole('link')).toHaveCount(2)
    await expectAccessibleInBothSchemes(page)

    await page.goto(writer.address)
    await openSheet(page)
    await page.keyboard.type('Manual')
    await press(page, 'Enter')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: SHEET_TEXTS[language].export }).click(),
    ])
    const sheet = read(readFileSync(await download.path())).Sheets['Links']
    expect(sheet?.['A1']).toMatchObject({ v: 'Manual', l: { Target: 'https://a.test/?b=1' } })
    expect(sheet?.['C1']).toMatchObject({ v: 'Write', l: { Target: 'mailto:a@b.test' } })
    expect(sheet?.['B1']).toMatchObject({ v: 'Bad' })
    expect(sheet?.['B1']).not.toHaveProperty('l')
    await press(page, 'Control+s')
    await expect.poll(() => contentOf(writer)).toBe(content.replace('"Guide"', '"Manual"'))
  },
)

test('two people who change different cells both keep theirs', async ({ page, server, browser }) => {
  const writer = await newWriter(page, server.url, 'sheet-one', { content: SHEETS })
  const second = await newPerson(server.url, 'sheet-two')
  await writer.client.call('member/save', { item_id: writer.itemId, username: second.username, member_group_id: 1 })
  await prefer(page, 'en', 'light')
  await page.goto(writer.address)
  await openSheet(page)
  await page.keyboard.type('mine')
  await press(page, 'Enter')
  await expect(page.getByText(/draft kept at/).first()).toBeVisible()
  // The first window is without a network for so long that its lock ends, and the other person takes the page.
  await page.context().setOffline(true)
  await writer.client.call('page/setLock', { page_id: writer.pageId, item_id: writer.itemId, lock_to: 1000 })
  const other = await (await browser.newContext({ baseURL: server.url })).newPage()
  await shareSession(other, second.client)
  await other.goto(writer.address)
  await openSheet(other)
  await press(other, 'ArrowDown')
  await press(other, 'ArrowRight')
  await press(other, 'ArrowRight')
  await other.keyboard.type('41')
  await press(other, 'Enter')
  await press(other, 'Control+s')
  await expect.poll(() => storedCell(writer, 1, 2)).toBe('41')
  await other.goto(writer.view)
  await expect(other.getByRole('cell', { name: '41' })).toBeVisible()
  await other.context().close()

  await page.context().setOffline(false)
  await page.getByRole('button', { name: wordsOf('en', 'editor', 'save.action'), exact: true }).click()
  const merged = page.getByRole('button', { name: 'Save the merged page' })
  await expect(merged).toBeVisible()
  await merged.click()

  await expect.poll(() => storedCell(writer, 0, 0)).toBe('mine')
  expect(await storedCell(writer, 1, 2)).toBe('41')
  expect(await storedCell(writer, 5, 0)).toBe('merged')
})

const HOSTILE: readonly (readonly [string, string])[] = [
  ['go in circles', filledSheet(500, 2, (row, column) => `=${column === 0 ? 'B' : 'A'}${((row + 1) % 500) + 1}+1`)],
  ['double a text in each row', filledSheet(60, 1, (row) => (row === 0 ? 'long text' : `=A${row}&A${row}`))],
  ['refer to the two above', filledSheet(2_000, 1, (row) => (row < 2 ? '1' : `=A${row}+A${row - 1}`))],
  ['all read all others', filledSheet(400, 2, (_, column) => (column === 0 ? '1' : '=SUM(A1:A400)'))],
]
for (const [at, [what, content]] of HOSTILE.entries())
  test(`[threats X4] a sheet whose formulas ${what} is opened, changed and saved`, async ({ page, server }) => {
    const writer = await newWriter(page, server.url, `sheet-hostile-${at}`, { content })
    await prefer(page, 'en', 'light')
    await page.goto(writer.view)
    await expect(page.getByRole('table', { name: 'Stock' })).toBeVisible()
    await page.goto(writer.address)
    await openSheet(page)

    await page.keyboard.type('typed')
    await press(page, 'Enter')
    await press(page, 'Control+s')

    await expect.poll(() => storedCell(writer, 0, 0)).toBe('typed')
    const first = (JSON.parse(content) as [{ rows: [{ cells: [{ text: string }] }] }])[0].rows[0].cells[0].text
    expect(await contentOf(writer)).toBe(content.replace(JSON.stringify(first), '"typed"'))
  })

test('Undo after typing brings back the cell, and the results in other rows that depend on it', async ({
  page,
  server,
}) => {
  const content = filledSheet(3, 2, (row, column) => (column === 0 ? String(row + 1) : '=SUM(A1:A3)'))
  const writer = await newWriter(page, server.url, 'sheet-undo', { content })
  await prefer(page, 'en', 'light')
  await page.goto(writer.address)
  const frame = await openSheet(page)
  const values = () =>
    frame.evaluate(() => {
      const { luckysheet } = window as unknown as { luckysheet: { getCellValue(row: number, column: number): unknown } }
      return [luckysheet.getCellValue(0, 0), ...[0, 1, 2].map((row) => luckysheet.getCellValue(row, 1))].map(Number)
    })
  expect(await values()).toEqual([1, 6, 6, 6])

  for (const [typed, sum] of [
    ['10', 15],
    ['20', 25],
  ] as const) {
    await page.keyboard.type(typed)
    await press(page, 'Enter')
    await expect.poll(values).toEqual([Number(typed), sum, sum, sum])
    await press(page, 'ArrowUp')
  }
  await press(page, 'Control+z')
  await expect.poll(values).toEqual([10, 15, 15, 15])
  await press(page, 'Control+z')
  await expect.poll(values).toEqual([1, 6, 6, 6])
  await press(page, 'Control+y')
  await expect.poll(values).toEqual([10, 15, 15, 15])
  await press(page, 'Control+s')
  await expect.poll(() => storedCell(writer, 0, 0)).toBe('10')
  expect(await contentOf(writer)).toBe(content.replace('"1"', '"10"'))
})
