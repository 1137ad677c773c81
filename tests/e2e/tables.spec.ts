import type { Page } from '@playwright/test'
import { dictionaryTable } from './support/dictionary-table.ts'
import { expect, expectAccessible, expectToFit, prefer, test, untilAwake, type RestClient } from './support/product.ts'

const ROWS = 60

async function openTable(page: Page, admin: RestClient): Promise<void> {
  const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', { item_name: '数据字典', password: '' })
  const { page_id: pageId } = await admin.call<{ page_id: number }>('page/save', {
    ...{ item_id: itemId, page_title: '用户表', page_content: `## 字段\n\n${dictionaryTable(ROWS)}\n\n## 索引\n\n无` },
  })
  await page.goto(`/${itemId}/${pageId}`)
}

/** How many lines each row of the table takes. */
const linesOfRows = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLTableRowElement>('.article tbody tr')].map((row) => {
      const cell = row.cells[1]
      if (!cell) return 0
      const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(cell)
      return Math.round(
        (row.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)) / parseFloat(lineHeight),
      )
    }),
  )

/** Cells that show text, of those that lie in the window at least in part, at each place of the table. */
const shownCells = (page: Page): Promise<readonly number[]> =>
  page.evaluate(async () => {
    const scroller = document.querySelector('.article .table-scroll')
    if (!scroller) return []
    const shares: number[] = []
    const texts = [...scroller.querySelectorAll('td')].filter(({ textContent }) => textContent.trim() !== '')
    const head = scroller.querySelector('th')?.getBoundingClientRect().height ?? 0
    for (let left = 0; left <= scroller.scrollWidth - scroller.clientWidth; left += 60) {
      scroller.scrollLeft = left
      const box = scroller.getBoundingClientRect()
      for (let y = box.top + scrollY; y < box.bottom + scrollY - innerHeight; y += innerHeight) {
        scrollTo(0, y)
        await new Promise(requestAnimationFrame)
        const range = document.createRange()
        const shown = texts.filter((cell) => {
          range.selectNodeContents(cell)
          const { left: from, right, top, bottom } = range.getBoundingClientRect()
          return right > box.left && from < box.right && bottom > head && top < innerHeight
        })
        shares.push(shown.length)
      }
    }
    return shares
  })

for (const scheme of ['light', 'dark'] as const) {
  test(`no row of a wide dictionary is above four lines, and nothing in it is cut (${scheme})`, async ({
    page,
    admin,
  }) => {
    await prefer(page, 'zh-cn', scheme)
    await openTable(page, admin)

    const lines = await linesOfRows(page)
    expect(lines).toHaveLength(ROWS)
    expect(Math.max(...lines)).toBeLessThanOrEqual(4)
    // Between whole pixels the line below the column that stays is drawn beside those of the others, or not at all.
    const heights = await page
      .locator('.article tbody tr')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    expect(heights.filter((height) => !Number.isInteger(height))).toEqual([])
    await untilAwake(page)
    await expectToFit(page)
    await expectAccessible(page)
  })

  test(`a dictionary is read on a phone without an empty screen (${scheme})`, async ({ page, admin }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await prefer(page, 'zh-cn', scheme)
    await openTable(page, admin)
    await untilAwake(page)

    expect(Math.max(...(await linesOfRows(page)))).toBeLessThanOrEqual(8)
    const shown = await shownCells(page)
    expect(shown.length).toBeGreaterThan(20)
    expect(Math.min(...shown)).toBeGreaterThanOrEqual(8)
    const first = await page.locator('.article td').first().boundingBox()
    expect(first?.width).toBeLessThanOrEqual(150)
    await page.evaluate(() => scrollTo(0, 0))
    await expectToFit(page)
    await expectAccessible(page)
  })
}

test('texts have eight signs of room, hashes wrap, names and types do not', async ({ page, admin }) => {
  await openTable(page, admin)

  const cells = await page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('.article td')]
    const find = (text: string) => all.find(({ textContent }) => textContent.includes(text))
    const linesOf = (cell: HTMLElement | undefined) => {
      const range = document.createRange()
      if (!cell) return 0
      range.selectNodeContents(cell)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }
    const text = find('主键编号')
    return {
      room: text ? (text.clientWidth - 24) / parseFloat(getComputedStyle(text).fontSize) : 0,
      hash: linesOf(find('9f86d081884c')),
      type: linesOf(find('bigint(20) unsigned')),
      name: linesOf(find('contact_mobile_number')),
    }
  })

  expect(cells.room).toBeGreaterThanOrEqual(8)
  expect(cells.hash).toBeGreaterThan(1)
  expect([cells.type, cells.name]).toEqual([1, 1])
})

test('head and first column stay in sight, and the edges tell where there is more', async ({ page, admin }) => {
  await openTable(page, admin)
  await untilAwake(page)
  const places = () =>
    page.evaluate(() => {
      const scroller = document.querySelector('.article .table-scroll')
      const bar = document.querySelector('.top-bar')
      const style = scroller && getComputedStyle(scroller)
      return {
        head: document.querySelector('.article th')?.getBoundingClientRect().top,
        bar: bar?.getBoundingClientRect().bottom,
        column: document.querySelector('.article tr:nth-child(30) td')?.getBoundingClientRect().left,
        scroller: scroller && scroller.getBoundingClientRect().left + scroller.clientLeft,
        before: Number(style?.getPropertyValue('--table-before')),
        after: Number(style?.getPropertyValue('--table-after')),
      }
    })
  await expect.poll(places).toMatchObject({ before: 0, after: 1 })

  await page.evaluate(() => {
    document.querySelector('.article tr:nth-child(30)')?.scrollIntoView()
    document.querySelector('.article .table-scroll')?.scrollTo(300, 0)
  })
  await expect.poll(places).toMatchObject({ before: 1, after: 1 })
  const { head = 0, bar = 0, column, scroller } = await places()
  expect(head).toBeCloseTo(bar, 1)
  expect(column).toBe(scroller)

  await page.evaluate(() => document.querySelector('.article .table-scroll')?.scrollTo(100_000, 0))
  await expect.poll(places).toMatchObject({ before: 1, after: 0 })
})

test('the head stays in sight up to the last row, also for those who want no motion', async ({ page, admin }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openTable(page, admin)
  await untilAwake(page)
  const places = () =>
    page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
      return {
        beside: Math.abs((box('.article th')?.top ?? 0) - (box('.top-bar')?.bottom ?? 0)) < 0.1,
        above: (box('.article th')?.bottom ?? 0) <= (box('.article .table-scroll')?.bottom ?? 0) + 1,
        hidden: (box('.article tbody tr:last-child td')?.bottom ?? 0) < (box('.top-bar')?.bottom ?? 0),
      }
    })
  const scrollToLast = (block: ScrollLogicalPosition) =>
    page.evaluate((at) => document.querySelector('.article tbody tr:last-child')?.scrollIntoView({ block: at }), block)

  await scrollToLast('center')
  await expect.poll(places).toEqual({ beside: true, above: true, hidden: false })

  await page.evaluate(() => {
    const last = document.querySelector<HTMLElement>('.article')
    if (last) last.style.paddingBottom = '200vh'
    scrollTo(0, document.body.scrollHeight)
  })
  await expect.poll(places).toEqual({ beside: false, above: true, hidden: true })
})

test('a table opens alone, with a filter, by keyboard', async ({ page, admin }) => {
  await prefer(page, 'en', 'light')
  await openTable(page, admin)
  const button = page.getByRole('button', { name: 'Full width' })
  await button.focus()

  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Table' })
  await expect(dialog.getByRole('textbox', { name: 'Filter rows' })).toBeFocused()
  await page.keyboard.type('ORDER_STATUS varchar')
  await expect(dialog.getByText('0 of 60 rows')).toBeVisible()
  await expect(dialog.getByText('No row contains all of these words.')).toBeVisible()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('created_at  待付款')
  const shown = dialog.locator('tbody tr:visible')
  await expect(dialog.getByText('No row contains all of these words.')).toBeHidden()
  await expect(dialog.getByText(/^\d of 60 rows$/)).toBeVisible()
  for (const row of await shown.all()) await expect(row).toContainText('待付款')
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a table is laid out alike, and its head stays in sight', async ({ page, admin }) => {
    await openTable(page, admin)

    const scroller = page.locator('.article .table-scroll')
    await expect(scroller.locator('tbody tr')).toHaveCount(ROWS)
    await expect(scroller).toHaveCSS('overflow-y', 'auto')
    await expect(scroller.locator('th').nth(1)).toHaveCSS('position', 'sticky')
    expect((await scroller.locator('td', { hasText: '主键编号' }).first().boundingBox())?.width).toBeGreaterThan(8 * 14)
  })
})
