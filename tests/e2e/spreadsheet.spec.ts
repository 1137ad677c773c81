import { readFileSync } from 'node:fs'
import { read, utils, write } from '@e965/xlsx'
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
import { wordsOf } from './support/words.ts'
import { contentOf, openSheet, openSheetThatBegins, press, SHEET_TEXTS, SHEETS, storedCell } from './support/sheets.ts'
import { newWriter } from './support/writer.ts'

languageTest(
  '[SHEET-01] [VIEW-05] a spreadsheet is read as tables behind tabs, by keyboard, in both schemes',
  async (language, page, server) => {
    const writer = await newWriter(page, server.url, 'sheet-reader', { content: SHEETS })
    await prefer(page, language, 'light')
    await page.goto(writer.view)

    const table = page.getByRole('region', { name: 'Stock 库存' })
    await expect(table.getByRole('row', { name: 'A01' })).toContainText('<b>TENT</b>4080')
    await expect(table.getByRole('cell', { name: 'merged' })).toHaveAttribute('colspan', '3')
    await expect(table.getByRole('columnheader', { name: 'D' })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('tab', { name: 'Stock 库存' }).press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Second' })).toBeFocused()
    await expect(page.getByRole('tabpanel')).toContainText('two')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectToFit(page)
    await expect(page.locator('iframe')).toHaveCount(0)
  },
)

languageTest(
  '[SHEET-02] [SHEET-04] [SHEET-05] [SHEET-08] [SHEET-11] a sheet is begun, typed in, saved and read',
  async (language, page, server) => {
    const writer = await newWriter(page, server.url, 'sheet-writer')
    const { item_id: itemId } = await writer.client.call<{ item_id: number }>('item/add', {
      item_name: 'Stock',
      item_type: 4,
    })
    await prefer(page, language, 'light')
    await page.goto(`/${itemId}`)
    await page.getByRole('link', { name: wordsOf(language, 'reader', 'action.edit') }).click()
    const frame = await openSheet(page)
    expect(await frame.evaluate('luckysheet.getluckysheetfile()[0].data.length')).toBe(500)

    await page.keyboard.type('3')
    await press(page, 'Enter')
    await page.keyboard.type('=A1*7')
    await press(page, 'Enter')
    await page.keyboard.type('a<b')
    await press(page, 'Control+s')
    await expect(page.getByText(wordsOf(language, 'editor', 'save.done'), { exact: true })).toBeVisible()
    // Tab is a key of the sheet, so F6 leads out of it.
    await press(page, 'F6')
    await expect(page.locator('iframe')).not.toBeFocused()
    await expect(page.locator('iframe')).toHaveAttribute('title', SHEET_TEXTS[language].frameTitle)
    await page.getByRole('button', { name: wordsOf(language, 'editor', 'save.more') }).click()
    const settings = page.getByRole('menuitem', { name: wordsOf(language, 'reader', 'action.setting') })
    await expect(settings).toHaveAttribute('href', `/item/setting/${itemId}`)
    await page.getByRole('menuitem', { name: wordsOf(language, 'reader', 'action.share') }).click()
    const address = page.getByRole('textbox', { name: wordsOf(language, 'sharing', 'page') })
    await expect(address).toHaveValue(new RegExp(`/${itemId}/\\d+$`))
    await page.keyboard.press('Escape')
    // What is around the frame; nobody looks into frames.
    await page.locator('iframe').evaluate((frame) => frame.remove())
    await expectAccessibleInBothSchemes(page)
    await page.goto(`/${itemId}`)
    const table = page.getByRole('region', { name: 'Sheet1' })
    await expect(table.getByRole('row')).toHaveCount(4)
    for (const text of ['3', '21', 'a<b'])
      await expect(table.getByRole('cell', { name: text, exact: true })).toBeVisible()
  },
)

test('[SHEET-03] [SHEET-09] [LOCK-13] whoever comes second reads, is told who writes, and cannot save', async ({
  page,
  server,
  browser,
}) => {
  const writer = await newWriter(page, server.url, 'sheet-first', { content: SHEETS })
  const second = await newPerson(server.url, 'sheet-second')
  await writer.client.call('member/save', { item_id: writer.itemId, username: second.username, member_group_id: 1 })
  await prefer(page, 'en', 'light')
  await page.goto(writer.address)
  await openSheet(page)

  const other = await (await browser.newContext({ baseURL: server.url })).newPage()
  await shareSession(other, second.client)
  await other.goto(writer.address)
  await expect(other.getByRole('alert')).toContainText(writer.username)
  for (const action of ['save.action', 'save.more'] as const)
    await expect(other.getByRole('button', { name: wordsOf('en', 'editor', action), exact: true })).toHaveCount(0)
  await expect(other.getByRole('link', { name: wordsOf('en', 'lock', 'back') })).toBeVisible()
  const grid = await openSheet(other)
  await other.keyboard.type('not mine')
  await press(other, 'Enter')
  await press(other, 'Delete')
  expect(await grid.evaluate('luckysheet.getluckysheetfile()[0].data[0][0].v')).toBe('库位 Bin')
  await expect(other.getByText(SHEET_TEXTS.en.readOnly)).toBeVisible()
  await other.getByRole('button', { name: SHEET_TEXTS.en.view.table, exact: true }).click()
  const table = other.getByRole('region', { name: 'Stock 库存' })
  await expect(table.getByRole('row', { name: 'A01' })).toContainText('<b>TENT</b>4080')
  await expect(other.locator('iframe')).toHaveCount(0)
  await expectAccessibleInBothSchemes(other)
  await other.getByRole('link', { name: wordsOf('en', 'lock', 'back') }).click()
  await expect(table).toBeVisible()
  await other.context().close()
})

test('[SHEET-10] [DRAFT-02] what was typed is offered again after a reload', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'sheet-drafter', { content: SHEETS })
  await prefer(page, 'en', 'light')
  await page.goto(writer.address)
  await openSheet(page)
  await page.keyboard.type('typed but not saved')
  await press(page, 'Enter')
  await expect(page.getByText(/draft kept at/).first()).toBeVisible()

  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: wordsOf('en', 'editor', 'draft.restore') }).click()
  await openSheetThatBegins(page, 'typed but not saved')
  await press(page, 'Control+s')
  await expect.poll(() => storedCell(writer, 0, 0)).toBe('typed but not saved')
})

languageTest(
  '[SHEET-06] [SHEET-07] [CONST-29] sheets go out as an Excel file, and come in from one',
  async (language, page, server) => {
    const texts = SHEET_TEXTS[language]
    const writer = await newWriter(page, server.url, 'sheet-exporter', { content: SHEETS })
    await prefer(page, language, 'light')
    await page.goto(writer.address)
    await openSheet(page)
    await page.keyboard.type('still being typed')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: texts.export }).click(),
    ])

    expect(download.suggestedFilename()).toBe('octavo.xlsx')
    const book = read(readFileSync(await download.path()))
    const sheet = book.Sheets['Stock 库存']
    expect(book.SheetNames).toEqual(['Stock 库存', 'Second'])
    expect(sheet?.['A1']).toMatchObject({ v: 'still being typed' })
    expect(sheet?.['D2']).toMatchObject({ f: 'C2*2', v: 80 })

    const file = { name: 'prices.xlsx', mimeType: '', buffer: write(pricesBook(), { type: 'buffer' }) as Buffer }
    await page.getByLabel(texts.import.title).setInputFiles(file)
    await page.getByRole('button', { name: texts.import.take }).click()
    const frame = await openSheetThatBegins(page, 'Name')
    expect(await frame.evaluate('luckysheet.getluckysheetfile().map(({ name }) => name)')).toEqual(['Prices'])
    await press(page, 'Control+s')
    await expect.poll(() => storedCell(writer, 1, 1)).toBe('=1.5*2')
    expect(await storedCell(writer, 1, 0)).toBe('梅')

    await page.getByLabel(texts.import.title).setInputFiles({ ...file, buffer: Buffer.from('no workbook') })
    await expect(page.getByText(texts.import.failed)).toBeVisible()
    const old = Buffer.from('d0cf11e0a1b11ae10000', 'hex')
    await page.getByLabel(texts.import.title).setInputFiles({ ...file, buffer: old })
    await expect(page.getByText(texts.import.closed)).toBeVisible()
  },
)

function pricesBook() {
  const book = utils.book_new()
  const rows = [
    ['Name', 'Price'],
    ['梅', { t: 'n', f: '1.5*2', v: 3 }],
  ]
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Prices')
  return book
}

test('[threats X4] a hostile sheet reaches neither the product nor the network', async ({ page, server }) => {
  const evil =
    '<img src=x onerror="parent.document.title=1;fetch(`/api/user/info`)"><script>parent.postMessage({kind:`save`},`*`)</script>'
  const content = JSON.stringify([
    {
      name: evil,
      rows: { 0: { cells: { 0: { text: evil }, 1: { text: '=HYPERLINK("javascript:alert(1)","x")' } } } },
    },
  ])
  const writer = await newWriter(page, server.url, 'sheet-attacker', { content })
  await prefer(page, 'en', 'light')
  await page.goto(writer.view)
  await expect(page.getByRole('cell', { name: evil })).toBeVisible()
  await expect(page.locator('.sheet-view :is(img, script)')).toHaveCount(0)
  await page.goto(writer.address)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const frame = await openSheet(page)
  await press(page, 'F2')

  // Even what runs in the frame comes no further than the frame.
  const reached = await frame.evaluate(async () => {
    const tried = async (attempt: () => unknown): Promise<string> => {
      try {
        return String(await attempt())
      } catch {
        return 'refused'
      }
    }
    return {
      origin: self.origin,
      title: await tried(() => parent.document.title),
      cookie: await tried(() => document.cookie),
      fetched: await tried(async () => (await fetch('/api/user/info')).status),
      opened: await tried(() => {
        if (window.open('/') === null) throw new Error('no window')
      }),
      top: await tried(() => {
        if (top) top.location.href = '/'
      }),
    }
  })
  expect(reached).toEqual({
    origin: 'null',
    title: 'refused',
    cookie: 'refused',
    fetched: 'refused',
    opened: 'refused',
    top: 'refused',
  })
  expect(
    asked.filter((url) => url.includes('/user/info') || !/^(?:blob:null|http:\/\/127\.0\.0\.1:)/.test(url)),
  ).toEqual([])
  expect(page.url()).toContain(writer.address)

  // What it says is taken as data, and what is none is passed over.
  await frame.evaluate(() => parent.postMessage({ kind: 'changed', sheets: [{ id: 'given-0', cells: [{}] }] }, '*'))
  expect(await contentOf(writer)).toBe(content)
})

test('[SHEET-04] a number keeps all its digits when it is made bold, and a formula the format it is given', async ({
  page,
  server,
}) => {
  const content = JSON.stringify([
    {
      name: 'Shares',
      styles: [{ pattern: '0.00%' }],
      rows: { 0: { cells: { 0: { text: '0.12345', style: 0 }, 1: { text: '=A1*2' } } } },
    },
  ])
  const writer = await newWriter(page, server.url, 'sheet-formats', { content })
  await prefer(page, 'en', 'light')
  await page.goto(writer.address)
  const frame = await openSheet(page)
  await expect.poll(() => frame.evaluate('luckysheet.getluckysheetfile()[0].data[0][0].m')).toBe('12.35%')

  await press(page, 'Control+b')
  await press(page, 'ArrowRight')
  await frame.locator('#luckysheet-icon-percent').click()
  await press(page, 'Control+s')

  await expect.poll(() => contentOf(writer)).not.toBe(content)
  const [sheet] = JSON.parse(await contentOf(writer)) as [
    { styles: unknown[]; rows: [{ cells: { text: string; style: number }[] }] },
  ]
  const { 0: share, 1: formula } = sheet.rows[0].cells
  expect([share?.text, sheet.styles[share?.style ?? -1]]).toEqual([
    '0.12345',
    { pattern: '0.00%', font: { bold: true } },
  ])
  expect([formula?.text, sheet.styles[formula?.style ?? -1]]).toEqual(['=A1*2', { pattern: '0.00%' }])
})
