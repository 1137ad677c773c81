import type { Locator } from '@playwright/test'
import { expect, newPerson, prefer, shareSession, test } from './support/product.ts'

const LONG_NAME = 'A handbook of a very long name that nobody would ever choose, but somebody will, for the third year'

const linesOf = (cell: Locator): Promise<number> =>
  cell.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })

test('[ADMIN-17] an owner and who may read an item stay on one line beside its long name', async ({
  page,
  admin,
  server,
}) => {
  const { username, client } = await newPerson(server.url, 'tablekeeper')
  await client.call('item/add', { item_name: LONG_NAME })
  await shareSession(page, admin)
  await page.setViewportSize({ width: 1440, height: 900 })

  for (const [language, visibility] of [
    ['en', 'Public'],
    ['zh-cn', '公开访问'],
  ] as const) {
    await prefer(page, language, 'light')
    await page.goto('/admin/backstage-items')
    const row = page.getByRole('row').filter({ hasText: LONG_NAME })
    for (const fact of [username, visibility])
      expect(await linesOf(row.getByRole('cell', { name: fact, exact: true })), fact).toBe(1)
  }
})
