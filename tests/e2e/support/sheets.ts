import type { Frame, Page } from '@playwright/test'
import en from '../../../plugins/spreadsheet/locales/en.json' with { type: 'json' }
import zhCn from '../../../plugins/spreadsheet/locales/zh-cn.json' with { type: 'json' }
import { expect } from './product.ts'
import type { Writer } from './writer.ts'

export const SHEETS = JSON.stringify([
  {
    name: 'Stock 库存',
    merges: ['A6:C6'],
    styles: [
      { font: { bold: true }, bgcolor: '#fff2cd' },
      { color: '#ff9999', align: 'center' },
    ],
    rows: {
      0: { cells: { 0: { text: '库位 Bin', style: 0 }, 1: { text: 'SKU', style: 0 }, 2: { text: 'Count', style: 0 } } },
      1: { cells: { 0: { text: 'A01' }, 1: { text: '<b>TENT</b>' }, 2: { text: '40' }, 3: { text: '=C2*2' } } },
      2: {
        cells: { 0: { text: '007' }, 1: { text: 'line\nbelow' }, 2: { text: '12.50' }, 3: { text: '=SUM(C2:C3)' } },
      },
      5: { cells: { 0: { text: 'merged', style: 1, own: 1 } } },
      len: 100,
    },
    cols: { 0: { width: 160 }, len: 26 },
  },
  { name: 'Second', rows: { 0: { cells: { 0: { text: 'two' } } } } },
])

export const SHEET_TEXTS = { en, 'zh-cn': zhCn }

/** A sheet named Stock that is filled from its first cell on. */
export function filledSheet(rows: number, columns: number, textAt: (row: number, column: number) => string): string {
  const cells = (row: number) =>
    Object.fromEntries(Array.from({ length: columns }, (_, column) => [column, { text: textAt(row, column) }]))
  return JSON.stringify([
    { name: 'Stock', rows: Object.fromEntries(Array.from({ length: rows }, (_, row) => [row, { cells: cells(row) }])) },
  ])
}

export const contentOf = async ({ client, pageId }: Writer): Promise<string> =>
  (await client.call<{ page_content: string }>('page/info', { page_id: pageId })).page_content

/** The text of a cell of the first sheet as it is stored. */
export async function storedCell(writer: Writer, row: number, column: number): Promise<unknown> {
  const [sheet] = JSON.parse(await contentOf(writer)) as [
    { rows: Record<number, { cells: Record<number, { text: unknown }> }> },
  ]
  return sheet.rows[row]?.cells[column]?.text
}

/** The frame with the sheet, once it can be typed in, with A1 chosen. */
export async function openSheet(page: Page): Promise<Frame> {
  await expect(page.locator('.sheet-face')).toHaveAttribute('data-state', 'shown')
  const frame = page.frames().find((each) => each.url().includes('spreadsheet-frame'))
  if (!frame) throw new Error('there is no frame')
  await frame.locator('#luckysheet-cell-main').click({ position: { x: 20, y: 10 } })
  return frame
}

/**
 * The same for a sheet that takes the place of another one, which is shown until then: once the first cell of its first
 * sheet holds this value.
 */
export async function openSheetThatBegins(page: Page, value: unknown): Promise<Frame> {
  await expect(async () => {
    const frame = await openSheet(page)
    expect(await frame.evaluate('luckysheet.getluckysheetfile()[0].data[0][0]?.v')).toBe(value)
  }).toPass({ timeout: 20_000 })
  return openSheet(page)
}

export async function press(page: Page, key: string, times = 1): Promise<void> {
  for (let count = 0; count < times; count += 1) await page.keyboard.press(key)
}
