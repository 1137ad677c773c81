import { chromium, type Browser, type Frame, type Page } from '@playwright/test'
import { browserOptions } from '#tests/e2e/support/browser.ts'
import { filledSheet, openSheet } from '#tests/e2e/support/sheets.ts'
import { delaysOf, type Delay } from './support/event-delays.ts'
import { openEditor } from './support/open-editor.ts'
import { startProduct } from './support/product.ts'
import { figure, percentile, type Bench, type Figure } from './support/report.ts'

const ROWS = 2_000
const COLUMNS = 25
const CELLS = (ROWS * COLUMNS).toLocaleString('en')
const LONGEST_MS = 50
const TYPED_CELLS = 25
/** Between two keys: as people type, including the pauses in which changes are reported and a draft is saved. */
const PAUSES_MS = [60, 90, 60, 120, 60, 255, 60, 90, 1_010, 60]
const TURNS = 120

/** From a key or a turn of the wheel to the frame that shows it, in a sheet of 50,000 cells. */
export const sheets: Bench = {
  name: 'sheets',
  async run() {
    const product = await startProduct(1)
    const browser = await chromium.launch(await browserOptions())
    const figures = [
      ...(await edited(browser, product, 'numbers', stock(false))),
      ...(await edited(browser, product, 'a formula in each row', stock(true))),
      ...(await read(browser, product)),
    ]
    await browser.close()
    await product.server.stop()
    return figures
  },
}

type Product = Awaited<ReturnType<typeof startProduct>>

async function edited(browser: Browser, product: Product, kind: string, content: string): Promise<readonly Figure[]> {
  const page = await openEditor(browser, product, kind, content)
  await page.locator('.sheet-face[data-state=shown]').waitFor({ timeout: 120_000 })
  const frame = await openSheet(page)
  const typed = await delaysOf(browser, page, frame, 'keydown', async () => {
    for (let cell = 0; cell < TYPED_CELLS; cell += 1) {
      for (const [at, key] of [...'12345', 'Enter'].entries()) {
        await page.keyboard.press(key)
        await page.waitForTimeout(PAUSES_MS[(cell * 6 + at) % PAUSES_MS.length] ?? 60)
      }
    }
  })
  await page.mouse.move(700, 500)
  const scrolled = await turned(browser, page, frame)
  await page.context().close()
  return [
    told(`a key in a sheet of ${CELLS} cells, ${kind}`, typed),
    told(`a turn of the wheel there, ${kind}`, scrolled),
  ]
}

const turned = (browser: Browser, page: Page, frame: Frame): Promise<readonly Delay[]> =>
  delaysOf(browser, page, frame, 'wheel', async () => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      await page.mouse.wheel(0, 400)
      await page.waitForTimeout(40)
    }
  })

/** The same sheet as a table for readers. */
async function read(browser: Browser, product: Product): Promise<readonly Figure[]> {
  const page = await openEditor(browser, product, 'read', stock(true))
  await page.goto(page.url().replace('/page/edit', ''))
  const table = page.getByRole('region', { name: 'Stock' })
  await table.waitFor()
  await table.hover()
  const delays = await turned(browser, page, page.mainFrame())
  await page.context().close()
  return [told(`a turn of the wheel in the table of ${CELLS} cells`, delays)]
}

function told(name: string, delays: readonly Delay[]): Figure {
  const sorted = (of: (delay: Delay) => number): readonly number[] => delays.map(of).toSorted((one, two) => one - two)
  const [busy, waited] = [sorted(({ busyMs }) => busyMs), sorted(({ waitedMs }) => waitedMs)]
  const value = percentile(busy, 0.95)
  return figure(
    `${name}: p95 of processor time`,
    `${value.toFixed(1)} ms (median ${percentile(busy, 0.5).toFixed(1)}; p95 by the clock ${percentile(waited, 0.95).toFixed(1)})`,
    `≤ ${LONGEST_MS} ms`,
    value <= LONGEST_MS,
  )
}

const stock = (hasFormulas: boolean): string =>
  filledSheet(ROWS, COLUMNS, (row, column) => {
    if (column === 0) return `库位 ${row}`
    if (hasFormulas && column === COLUMNS - 1) return `=SUM(B${row + 1}:X${row + 1})`
    return String((row * 31 + column * 7) % 1_000)
  })
