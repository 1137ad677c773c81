import { expect, prefer, test } from './support/product.ts'
import { contentOf, openSheet, openSheetThatBegins, press, SHEETS, storedCell } from './support/sheets.ts'
import { wordsOf } from './support/words.ts'
import { newWriter } from './support/writer.ts'

test('a cell keeps what looks like HTML when it is edited, and all letters nobody touched', async ({
  page,
  server,
}) => {
  const writer = await newWriter(page, server.url, 'sheet-editor', { content: SHEETS })
  await prefer(page, 'en', 'light')
  await page.goto(writer.address)
  await openSheet(page)

  await press(page, 'ArrowDown')
  await press(page, 'ArrowRight')
  await press(page, 'F2')
  await page.keyboard.type('!')
  await press(page, 'Enter')
  // What is still being typed is saved, too.
  await page.keyboard.type('="<i>"&B2')
  await page.getByRole('button', { name: wordsOf('en', 'editor', 'save.action'), exact: true }).click()

  await expect
    .poll(() => contentOf(writer))
    .toBe(SHEETS.replace('<b>TENT</b>', '<b>TENT</b>!').replace(String.raw`line\nbelow`, String.raw`=\"<i>\"&B2`))
})

test('what is typed quickly into cells is read as it was typed', async ({ page, server }) => {
  const lines = [
    ...[
      'n/a',
      '80 km/h',
      'user_id',
      '1/2',
      '007',
      '1.10',
      '12.50',
      '12345678901234567890',
      '+86 138',
      '2026-11-22',
      '10:00',
      '1e5',
    ],
    ...[
      '12%',
      'true',
      '<tag>',
      'a & b',
      'SELECT * FROM a',
      'yes/是',
      'ID 用户',
      '{"a":[1,2]}',
      'C:\\Users\\new',
      '-',
      '#42',
      '^1.2.3',
    ],
  ]
  const writer = await newWriter(page, server.url, 'sheet-typist', { content: SHEETS })
  await prefer(page, 'en', 'light')
  await page.goto(writer.address)
  await openSheet(page)
  await press(page, 'ArrowDown', 9)

  for (const line of lines) {
    await page.keyboard.type(line)
    await press(page, 'Enter')
  }
  await press(page, 'Control+s')
  await expect(page.getByText(wordsOf('en', 'editor', 'save.done'), { exact: true })).toBeVisible()

  await page.goto(writer.view)
  const rows = page.getByRole('region', { name: 'Stock 库存' }).getByRole('row')
  await expect(rows).toHaveCount(1 + 9 + lines.length)
  const shown = await rows.evaluateAll((all) => all.slice(10).map((row) => row.querySelector('td')?.textContent))
  expect(shown).toEqual(lines)
})

test('a cell that is still being typed counts as typed once the sheet is left', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'sheet-leaver', { content: SHEETS })
  await prefer(page, 'en', 'light')
  await page.goto(writer.address)
  await openSheet(page)
  await page.keyboard.type('half')

  await page.getByRole('textbox', { name: wordsOf('en', 'editor', 'title.label') }).click()

  await expect(page.getByText(/^Unsaved/).first()).toBeVisible()
  await page.getByRole('link', { name: 'Octavo' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('[SHEET-10] what stands in an opened cell counts from its first letter, and no longer after Escape', async ({
  page,
  server,
}) => {
  const writer = await newWriter(page, server.url, 'sheet-half', { content: SHEETS })
  await prefer(page, 'en', 'light')
  await page.goto(writer.address)
  await openSheet(page)
  const unsaved = page.getByText(/^Unsaved/).first()

  // Looking into a cell is no change of it.
  await press(page, 'F2')
  await press(page, 'Escape')
  await page.keyboard.type('h')
  await expect(unsaved).toBeVisible()
  await press(page, 'Escape')
  await expect(unsaved).toBeHidden()
  await page.keyboard.type('half')
  await expect(page.getByText(/draft kept at/).first()).toBeVisible()
  await expect(page.locator('iframe')).toBeFocused()

  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: wordsOf('en', 'editor', 'draft.restore') }).click()
  await openSheetThatBegins(page, 'half')
})

test('what comes without a key, as from an input method, is in the cell from its first letter on', async ({
  page,
  server,
}) => {
  const writer = await newWriter(page, server.url, 'sheet-composer', { content: SHEETS })
  await prefer(page, 'en', 'light')
  await page.goto(writer.address)
  const frame = await openSheet(page)
  const session = await page.context().newCDPSession(page)
  const compose = async (letters: string[], word: string): Promise<void> => {
    for (const text of letters)
      await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await session.send('Input.insertText', { text: word })
  }
  const cells = (): Promise<unknown> =>
    frame.evaluate('luckysheet.getluckysheetfile()[0].data.slice(9, 14).map((row) => row[0]?.v ?? null)')
  await press(page, 'ArrowDown', 9)

  await compose(['n', 'ni', "ni'h", "ni'hao"], '你好')
  await press(page, 'Enter')
  await page.keyboard.insertText('好')
  await press(page, 'Enter')
  await compose(['z', 'zai'], '在')
  await compose(['n', 'na'], '那')
  await page.keyboard.type('a1')
  await press(page, 'Enter')
  await page.keyboard.insertText('😀')
  await page.getByRole('textbox', { name: wordsOf('en', 'editor', 'title.label') }).click()

  await expect.poll(cells).toEqual(['你好', '好', '在那a1', '😀', null])
})

test('what is typed into the bar above the sheet is in the cell as it was typed', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'sheet-bar', { content: SHEETS })
  await prefer(page, 'en', 'light')
  await page.goto(writer.address)
  const frame = await openSheet(page)
  const inBar = async (text: string): Promise<void> => {
    await frame.locator('#luckysheet-functionbox-cell').click()
    await press(page, 'Control+a')
    await page.keyboard.insertText(text)
    await press(page, 'Control+s')
  }

  await inBar('<b>x</b> & y')
  await expect.poll(() => storedCell(writer, 0, 0)).toBe('<b>x</b> & y')
  await inBar('="你好"&A2')
  await expect.poll(() => storedCell(writer, 0, 0)).toBe('="你好"&A2')
})

test('the bar above the sheet shows the cell that is chosen, however quickly the one before was left', async ({
  page,
  server,
}) => {
  const writer = await newWriter(page, server.url, 'sheet-quick', { content: SHEETS })
  await prefer(page, 'en', 'light')
  await page.goto(writer.address)
  const frame = await openSheet(page)
  // What luckysheet does a moment after each key comes late, as on a busy machine.
  await frame.evaluate(`(() => {
    const { setTimeout } = window
    window.late = 0
    window.setTimeout = (work, ms) => setTimeout(() => { work(); if (ms === 1) window.late += 1 }, ms === 1 ? 200 : ms)
  })()`)

  await press(page, 'ArrowDown', 9)
  await page.keyboard.type('7')
  await press(page, 'Enter')

  await expect.poll(() => frame.evaluate('late')).toBeGreaterThan(0)
  await expect(frame.locator('#luckysheet-functionbox-cell')).toHaveText('')
})
