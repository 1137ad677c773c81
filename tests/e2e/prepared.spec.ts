import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { openDatabase, type OpenDatabase } from '#adapters/database/open.ts'
import { newDataDirectory } from './support/prepared-server.ts'
import { expect, prefer, restClient, shareSession, test, untilAwake, type RestClient } from './support/product.ts'
import { ADMIN, startServer, type RunningServer } from './support/running-server.ts'
import { watchScreen } from './support/whole-screen.ts'

/** The administrator is the first account. */
const ADMIN_ID = 1
const FILING_NUMBER = '京ICP备12345678号'

// What nobody can decide yet is written while the server is down.
test.describe('a product with a past', () => {
  let directory = ''
  let running: RunningServer
  let admin: RestClient
  const ids = { open: 0, archived: 0, foreign: 0 }

  test.beforeAll(async () => {
    test.setTimeout(120_000)
    directory = await newDataDirectory()
    running = await startServer({ dataDirectory: directory })
    admin = await restClient(running.url, ADMIN.username, ADMIN.password)
    for (const name of ['open', 'archived', 'foreign'] as const) {
      const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', { item_name: `The ${name} item` })
      await admin.call('page/save', { item_id: itemId, page_id: 0, page_title: `Page of ${name}`, page_content: 'x' })
      ids[name] = itemId
    }
    await whileDown(async (database) => {
      await rewrite(database, ids.archived, { isArchived: true })
      await rewrite(database, ids.foreign, { type: 'runapi' })
    })
    await decide({ homePage: 2 })
  })
  test.afterAll(async () => {
    await running.stop()
    await rm(directory, { recursive: true, force: true })
  })

  /** As an administrator does. */
  const decide = async (values: object): Promise<void> => {
    admin = await restClient(running.url, ADMIN.username, ADMIN.password)
    await admin.call('settings/write', { section: 'site', values })
  }

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
      await shareSession(page, admin)
      const whole = watchScreen(page)
      await page.goto(`${running.url}/${ids.open}`)
      await whole('the open item')
      await openMenu(page)
      await expect.poll(() => offeredIn(page)).toEqual(expect.arrayContaining(['Edit', 'New page', 'Delete page']))

      await page.goto(`${running.url}/${ids[name]}`)

      await expect(page.getByRole('heading', { level: 1, name: `Page of ${name}` })).toBeVisible()
      await expect(page.getByRole('tree')).toBeVisible()
      await whole(name)
      await openMenu(page)
      await expect.poll(() => offeredIn(page)).toContain('History')
      const offered = await offeredIn(page)
      for (const change of ['Edit', 'New page', 'Copy this page', 'Catalogs', 'Delete page'])
        expect(offered).not.toContain(change)
    })

  test('[GEN-09] [HOME-02] [HOME-03] [HOME-08] the home page is one item, and the landing page without one', async ({
    page,
  }) => {
    test.setTimeout(120_000)
    await decide({ homePage: 3, homeItem: ids.open })
    await page.goto(`${running.url}/`)
    await expect(page).toHaveURL(`${running.url}/${ids.open}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Page of open' })).toBeVisible()

    await decide({ homePage: 3, homeItem: 0, beian: FILING_NUMBER })
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

async function openMenu(page: Page): Promise<void> {
  await untilAwake(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Share' })).toBeVisible()
}

/** The names of everything that can be done with the page on show, of which the open menu is a part. */
async function offeredIn(page: Page): Promise<readonly string[]> {
  const names = await page.locator('.top-bar :is(a, button)').allInnerTexts()
  return names.map((name) => name.split('\n')[0]?.replace('Ctrl E', '').trim() ?? '')
}
