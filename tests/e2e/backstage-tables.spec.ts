import type { Locator } from '@playwright/test'
import en from '../../plugins/backstage/locales/en.json' with { type: 'json' }
import zhCn from '../../plugins/backstage/locales/zh-cn.json' with { type: 'json' }
import { attach } from './support/files.ts'
import { expect, expectToFit, newPerson, prefer, shareSession, test } from './support/product.ts'
import { ADMIN } from './support/running-server.ts'

const LONG_NAME = 'A handbook of a very long name that nobody would ever choose, but somebody will, for the third year'

/** Usernames may be long, and break. */
const OF_PERSON = ['Owner', 'Uploader', '所有者', '上传者'].map((label) => `[data-label="${label}"]`).join()

const linesOf = (cell: Locator): Promise<number> =>
  cell.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })

/** The texts in these elements that take several lines. */
const brokenTexts = (elements: readonly Element[]): readonly string[] =>
  elements.flatMap((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    while (walker.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (tops.size > 1) broken.push(range.toString())
    }
    return broken
  })

/** Whether an element is no wider than what it is in. */
const isWithin = (element: Element): boolean =>
  element.getBoundingClientRect().width <= (element.parentElement?.getBoundingClientRect().width ?? 0)

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
    ['en', 'Open'],
    ['zh-cn', '公开'],
  ] as const) {
    await prefer(page, language, 'light')
    await page.goto('/admin/backstage-items')
    const row = page.getByRole('row').filter({ hasText: LONG_NAME })
    for (const fact of [username, visibility])
      expect(await linesOf(row.getByRole('cell', { name: fact, exact: true })), fact).toBe(1)
  }
})

test('[ADMIN-04] [ADMIN-18] [ADMIN-50] dates, sizes and other facts stay on one line in a window of 1000 px', async ({
  page,
  admin,
  server,
}) => {
  const { client } = await newPerson(server.url, 'narrowkeeperofverylongusername')
  await client.call('item/add', { item_name: LONG_NAME })
  const name = 'quarterly-report-of-the-department-2026-final.txt'
  await attach(server.url, client.token, { name, page_id: 0, item_id: 0 })
  await shareSession(page, admin)
  await page.setViewportSize({ width: 1000, height: 900 })

  for (const language of ['en', 'zh-cn'] as const) {
    await prefer(page, language, 'light')
    for (const section of ['people', 'items', 'files']) {
      await page.goto(`/admin/backstage-${section}`)
      const facts = page.locator('table').first().locator(`td.table-quiet:not(${OF_PERSON}), time`)
      await expect(facts.first()).toBeVisible()
      expect(await facts.evaluateAll(brokenTexts), `${section}, ${language}`).toEqual([])
      await expectToFit(page)
      expect(await page.locator('table').first().evaluate(isWithin), `${section}, ${language}`).toBe(true)
    }
  }
})

test('[ADMIN-04] on a phone the buttons of everybody are below what is told of them', async ({
  page,
  admin,
  server,
}) => {
  const person = await newPerson(server.url, 'phonekeeper')
  await shareSession(page, admin)
  await page.setViewportSize({ width: 390, height: 844 })

  for (const language of ['en', 'zh-cn'] as const) {
    await prefer(page, language, 'light')
    await page.goto('/admin/backstage-people')
    // The row of an administrator has one button less.
    const counts = new Set<number>()
    for (const username of [ADMIN.username, person.username]) {
      await page.getByLabel({ en, 'zh-cn': zhCn }[language]['people.search']).fill(username)
      const row = page
        .locator('.people-table tbody tr')
        .filter({ has: page.getByText(username, { exact: true }) })
        .first()
      await expect(row.locator('.table-actions > *').first()).toBeVisible()
      counts.add(await row.locator('.table-actions > *').count())
      const isBelow = await row.evaluate((element) => {
        const [facts, actions] = [...element.querySelectorAll('td')]
          .slice(-2)
          .map((cell) => cell.getBoundingClientRect())
        return facts !== undefined && actions !== undefined && actions.top >= facts.bottom
      })
      expect(isBelow, `${username}, ${language}`).toBe(true)
    }
    expect(counts.size).toBe(2)
    await expectToFit(page)
  }
})
