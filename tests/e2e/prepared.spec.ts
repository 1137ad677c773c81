import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { openDatabase, type OpenDatabase } from '#adapters/database/open.ts'
import { writeSettings } from '#core/settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import { expect, prefer, restClient, signIn, test } from './support/product.ts'
import { ADMIN, startServer, type RunningServer } from './support/running-server.ts'

/** The administrator is the first account. */
const ADMIN_ID = 1
const FILING_NUMBER = '京ICP备12345678号'

// What only an administrator can decide, or nobody yet through a screen, is written while the server is down.
test.describe('a product with a past', () => {
  let directory = ''
  let running: RunningServer
  const ids = { open: 0, archived: 0, foreign: 0 }

  test.beforeAll(async () => {
    test.setTimeout(120_000)
    directory = await mkdtemp(path.join(tmpdir(), 'octavo-prepared-'))
    running = await startServer({ dataDirectory: directory })
    const admin = await restClient(running.url, ADMIN.username, ADMIN.password)
    for (const name of ['open', 'archived', 'foreign'] as const) {
      const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', { item_name: `The ${name} item` })
      await admin.call('page/save', { item_id: itemId, page_id: 0, page_title: `Page of ${name}`, page_content: 'x' })
      ids[name] = itemId
    }
    await whileDown(async (database) => {
      await rewrite(database, ids.archived, { isArchived: true })
      await rewrite(database, ids.foreign, { type: 'runapi' })
      await writeSettings(database, siteSettings, { homePage: 2 })
    })
  })
  test.afterAll(async () => {
    await running.stop()
    await rm(directory, { recursive: true, force: true })
  })

  async function whileDown(change: (database: OpenDatabase) => Promise<void>): Promise<void> {
    await running.stop()
    const database = await openDatabase({ location: { kind: 'directory', path: path.join(directory, 'database') } })
    try {
      await change(database)
    } finally {
      await database.close()
    }
    running = await startServer({ dataDirectory: directory })
  }

  test('[HOME-01] the home page is the login', async ({ page }) => {
    await page.goto(`${running.url}/`)

    await expect(page).toHaveURL(`${running.url}/user/login`)
    await expect(page.getByLabel('Username or e-mail')).toBeVisible()
  })

  for (const name of ['archived', 'foreign'] as const)
    test(`${name === 'archived' ? '[VIEW-37]' : '[VIEW-06]'} its owner finds nothing to edit (${name})`, async ({
      page,
    }) => {
      await signIn(page, running.url)
      await page.goto(`${running.url}/${ids.open}`)
      expect(await offeredIn(page)).toEqual(expect.arrayContaining(['Edit', 'New page', 'Delete page']))

      await page.goto(`${running.url}/${ids[name]}`)

      await expect(page.getByRole('heading', { level: 1, name: `Page of ${name}` })).toBeVisible()
      await expect(page.getByRole('tree')).toBeVisible()
      const offered = await offeredIn(page)
      expect(offered).toContain('History')
      for (const change of ['Edit', 'New page', 'Copy this page', 'Catalogs', 'Delete page'])
        expect(offered).not.toContain(change)
    })

  test('[HOME-02] [HOME-03] [HOME-08] the home page is one item, and the landing page without one', async ({
    page,
  }) => {
    test.setTimeout(120_000)
    await whileDown((database) => writeSettings(database, siteSettings, { homePage: 3, homeItem: ids.open }))
    await page.goto(`${running.url}/`)
    await expect(page).toHaveURL(`${running.url}/${ids.open}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Page of open' })).toBeVisible()

    await whileDown((database) => writeSettings(database, siteSettings, { homePage: 3, beian: FILING_NUMBER }))
    await page.goto(`${running.url}/`)
    await expect(page.getByRole('link', { name: 'Login / Register' })).toBeVisible()
    await expect(page.getByText(FILING_NUMBER)).toHaveCount(0)
    await prefer(page, 'zh-cn', 'light')
    await page.goto(`${running.url}/`)
    await expect(page.getByRole('contentinfo').getByText(FILING_NUMBER)).toBeVisible()
  })
})

async function rewrite(database: OpenDatabase, itemId: number, facts: object): Promise<void> {
  const listed = await database.items.ofUser(ADMIN_ID)
  const item = listed.map((one) => one.item).find(({ id }) => id === itemId)
  if (!item) throw new Error(`there is no item ${itemId}`)
  await database.items.update({ ...item, ...facts })
}

/** The names of everything that can be done with the page on show. */
async function offeredIn(page: Page): Promise<readonly string[]> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Share' })).toBeVisible()
  const names = await page.locator('.top-bar :is(a, button)').allInnerTexts()
  return names.map((name) => name.split('\n')[0]?.replace('Ctrl E', '').trim() ?? '')
}
