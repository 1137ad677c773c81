import { utils, write } from '@e965/xlsx'
import type { Frame, Page } from '@playwright/test'
import { languageTest } from './support/language-test.ts'
import { expect, newPerson, prefer, shareSession, test } from './support/product.ts'
import { openSheet, press, SHEET_TEXTS, SHEETS, storedCell } from './support/sheets.ts'
import { wordsOf } from './support/words.ts'
import { newWriter } from './support/writer.ts'

const isScreenTaken = (page: Page): Promise<boolean> => page.evaluate(() => document.fullscreenElement !== null)

/** Each button and field that the keyboard reaches within one round lies within the sheet. */
async function expectOnlySheetReached(page: Page): Promise<void> {
  for (let count = 0; count < 8; count += 1) {
    await page.keyboard.press(count % 2 ? 'F6' : 'Tab')
    expect(
      await page.evaluate(() => {
        const { activeElement } = document
        return activeElement === document.body || activeElement?.closest('.sheet-face') !== null
      }),
    ).toBe(true)
  }
}

const heightOfGrid = (frame: Frame): Promise<number> =>
  frame.locator('#luckysheet-cell-main').evaluate((grid) => grid.getBoundingClientRect().height)

const expectToFill = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.locator('.sheet-face').evaluate((face) => {
        const { x, y, width, height } = face.getBoundingClientRect()
        return [x, y, width - document.documentElement.clientWidth, height - innerHeight]
      }),
    )
    .toEqual([0, 0, 0, 0])

languageTest('a sheet fills the screen, is saved there, and Escape leads back', async (language, page, server) => {
  const texts = SHEET_TEXTS[language]
  const writer = await newWriter(page, server.url, 'sheet-filler', { content: SHEETS })
  await prefer(page, language, 'light')
  await page.goto(writer.address)
  const frame = await openSheet(page)
  const height = await heightOfGrid(frame)
  await page.getByRole('button', { name: texts.fullScreen, exact: true }).press('Enter')

  const leave = page.getByRole('button', { name: texts.leaveFullScreen, exact: true })
  await expect(leave).toBeFocused()
  await expectToFill(page)
  await expect.poll(() => isScreenTaken(page)).toBe(true)
  await expect(page.getByRole('button', { name: wordsOf(language, 'editor', 'toolbar.history') })).toHaveCount(0)
  await expectOnlySheetReached(page)
  // What the grid shows grows with it.
  await expect.poll(() => heightOfGrid(frame)).toBeGreaterThan(height + 50)

  await openSheet(page)
  await page.keyboard.type('typed in full screen')
  await page.getByRole('button', { name: texts.save, exact: true }).click()
  await expect(page.getByText(wordsOf(language, 'editor', 'save.done'), { exact: true })).toBeVisible()
  expect(await storedCell(writer, 0, 0)).toBe('typed in full screen')
  // The button with the focus goes.
  await page.evaluate(() => document.exitFullscreen())
  await expect(page.getByRole('button', { name: texts.fullScreen, exact: true })).toBeFocused()
  await expect(page.getByRole('button', { name: wordsOf(language, 'editor', 'toolbar.history') })).toBeVisible()
})

test('a browser without full screen lets a sheet fill its window, and Escape first closes what is open in it', async ({
  page,
  server,
}) => {
  const texts = SHEET_TEXTS.en
  const writer = await newWriter(page, server.url, 'sheet-window', { content: SHEETS })
  await page.addInitScript(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
  await prefer(page, 'en', 'dark')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(writer.address)
  await openSheet(page)
  const enter = page.getByRole('button', { name: texts.fullScreen, exact: true })
  const leave = page.getByRole('button', { name: texts.leaveFullScreen, exact: true })
  await enter.click()
  await expectToFill(page)
  expect(await isScreenTaken(page)).toBe(false)

  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Name']]), 'Prices')
  const file = { name: 'prices.xlsx', mimeType: '', buffer: write(book, { type: 'buffer' }) as Buffer }
  await page.getByLabel(texts.import.title).setInputFiles(file)
  await expect(page.getByRole('dialog', { name: texts.import.title })).toBeVisible()
  await press(page, 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(leave).toBeVisible()
  // A cell that is being typed.
  await openSheet(page)
  await page.keyboard.type('given up')
  await press(page, 'Escape')
  await expect(leave).toBeVisible()
  await press(page, 'Escape')
  await expect(enter).toBeVisible()
  await expect(page.locator('iframe')).toBeFocused()

  // Outside the grid.
  await enter.press('Enter')
  await expect(leave).toBeFocused()
  await press(page, 'Escape')
  await expect(enter).toBeFocused()
  expect(await storedCell(writer, 0, 0)).toBe('库位 Bin')
})

test('a save that fails in full screen leads back to what says so', async ({ page, server }) => {
  const texts = SHEET_TEXTS.en
  const writer = await newWriter(page, server.url, 'sheet-failing', { content: SHEETS })
  await prefer(page, 'en', 'light')
  await page.goto(writer.address)
  await openSheet(page)
  await page.getByRole('button', { name: texts.fullScreen, exact: true }).click()
  await expectToFill(page)
  await page.route('**/trpc/page.save*', (route) => route.abort())

  await openSheet(page)
  await page.keyboard.type('not on its way')
  await page.getByRole('button', { name: texts.save, exact: true }).click()
  await expect(page.getByRole('button', { name: wordsOf('en', 'editor', 'state.retry') })).toBeVisible()
  await expect(page.getByText(texts.gaveWay, { exact: true })).toBeVisible()
  await expect.poll(() => isScreenTaken(page)).toBe(false)
  expect(await storedCell(writer, 0, 0)).toBe('库位 Bin')
})

test('a sheet that can only be read fills the screen as well, and leaving the page gives the screen back', async ({
  page,
  server,
}) => {
  const texts = SHEET_TEXTS.en
  const writer = await newWriter(page, server.url, 'sheet-filling-owner', { content: SHEETS })
  const reader = await newPerson(server.url, 'sheet-filling-reader')
  await writer.client.call('member/save', { item_id: writer.itemId, username: reader.username, member_group_id: 0 })
  const next = { item_id: writer.itemId, page_id: 0, page_title: 'Next', page_content: 'another page' }
  const other = await writer.client.call<{ page_id: number }>('page/save', next)
  await shareSession(page, reader.client)
  await prefer(page, 'en', 'light')
  await page.goto(writer.view)
  await page.getByRole('button', { name: texts.view.grid, exact: true }).click()
  await openSheet(page)
  await page.getByRole('button', { name: texts.fullScreen, exact: true }).click()
  await expectToFill(page)
  await expect.poll(() => isScreenTaken(page)).toBe(true)
  for (const name of [texts.save, texts.import.action])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)

  await page.evaluate((path) => history.pushState(null, '', path), `/${writer.itemId}/${other.page_id}`)
  await expect(page.getByText('another page')).toBeVisible()
  await expect.poll(() => isScreenTaken(page)).toBe(false)
})
