import type { Locator, Page } from '@playwright/test'
import { expect, expectToFit, newPerson, prefer, test, type Person } from './support/product.ts'
import { newWriter } from './support/writer.ts'

const PAGE = `# Orders

Words with \`code\` and a [link](https://example.com) that are long enough to wrap.

${Array.from({ length: 8 }, (_, at) => `- item ${at}`).join('\n')}

### Table

| name | type | required | description |
| --- | --- | --- | --- |
| order_id | integer | yes | The number of the order as it is shown to the customer |

\`\`\`sql
select order_id, customer_id, created_at from orders where created_at > now()
\`\`\`

Last words.
`

let person: Person
test.beforeAll(async ({ server }) => {
  person = await newPerson(server.url, 'phone-writer')
})

const open = async (page: Page, url: string): Promise<Locator> => {
  const { address } = await newWriter(page, url, person, { content: PAGE })
  await prefer(page, 'en', 'light')
  await page.goto(address)
  const text = page.locator('.ProseMirror')
  await expect(text.locator('table')).toBeVisible()
  return text
}

/** Where the lines with the words of an element are. */
const lines = (element: Locator) =>
  element.evaluate((place) => {
    const range = document.createRange()
    range.selectNodeContents(place)
    return [...range.getClientRects()].map(({ top, bottom, left, right }) => ({ top, bottom, left, right }))
  })
const boxOf = async (element: Locator) => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {}
  return { top: y, bottom: y + height, left: x, right: x + width }
}

for (const width of [1440, 390]) {
  test(`the bar of a table covers neither the table nor what is above it (${width} px)`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 900 })
    const text = await open(page, server.url)
    await text.locator('td').first().click()
    const bar = page.locator('.table-bar')
    await expect(bar).toBeVisible()

    const { top, bottom } = await boxOf(bar)
    expect(bottom).toBeLessThanOrEqual((await boxOf(text.locator('table'))).top)
    const [heading] = await lines(text.getByText('Table', { exact: true }))
    expect(top).toBeGreaterThanOrEqual(heading?.bottom ?? Infinity)
  })

  test(`the language of code covers none of its lines (${width} px)`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 900 })
    const text = await open(page, server.url)

    const field = await boxOf(text.locator('.code-language'))
    const covered = (await lines(text.locator('.code-frame code'))).filter(
      ({ top, bottom, right }) => right > field.left && top < field.bottom && bottom > field.top,
    )
    expect(covered).toEqual([])
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('above the keyboard stand the line with the cursor, the tools in one row, and the menu of blocks', async ({
    page,
    server,
  }) => {
    const text = await open(page, server.url)
    const line = text.getByText('item 6')
    await line.tap()
    await expect(text).toBeFocused()
    await page.keyboard.press('End')

    // What a keyboard leaves of the window.
    await page.setViewportSize({ width: 390, height: 480 })
    const tools = page.locator('.bn-mobile-formatting-toolbar .bn-toolbar')
    await expect(tools).toBeVisible()
    const { top, bottom } = await boxOf(tools)
    expect(bottom).toBeLessThanOrEqual(480)
    expect(bottom - top).toBeLessThan(60)
    await expect.poll(async () => (await boxOf(line)).bottom).toBeLessThanOrEqual(top)
    await expectToFit(page)

    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/')
    const menu = page.locator('.bn-suggestion-menu')
    await expect(menu).toBeVisible()
    await expect(tools).toBeHidden()
    const place = await boxOf(menu)
    expect(place.top).toBeGreaterThanOrEqual(0)
    expect(place.bottom).toBeLessThanOrEqual(480)
    await expectToFit(page)
  })
})
