import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import en from '../plugins/all-points/locales/en.json' with { type: 'json' }
import zhCn from '../plugins/all-points/locales/zh-cn.json' with { type: 'json' }
import { buildCopyWith } from './support/built-copy.ts'
import { languagesOf } from './support/languages.ts'
import { newDataDirectory } from './support/prepared-server.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectToFit,
  prefer,
  register,
  restClient,
  shareSession,
  test,
  type RestClient,
} from './support/product.ts'
import { ADMIN, startServer, type RunningServer } from './support/running-server.ts'
import { move } from './support/typist.ts'

const PLUGINS = path.resolve(import.meta.dirname, '../plugins')
const TEXTS = { en, 'zh-cn': zhCn } as const
const FAILED = { en: /“all-points” is not working/, 'zh-cn': /“all-points”暂时无法使用/ } as const
const SCREEN = '/all-points/7/%E7%A4%BA%2Fa'
/** The sections of the plugin stand alone in the backstage. */
const environment = { PLUGINS_DISABLED: 'backstage,ldap-login,oauth-login,key-login,notices' }
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

/** Starts the product with the plugin, and gives what ends and removes it. */
type Start = () => Promise<{ readonly server: RunningServer; readonly end: () => Promise<void> }>

async function startDroppedIn(): ReturnType<Start> {
  const dataDirectory = await newDataDirectory()
  await cp(`${PLUGINS}/all-points-built`, path.join(dataDirectory, 'plugins/all-points'), { recursive: true })
  const server = await startServer({ dataDirectory, environment })
  return { server, end: () => ended(server, dataDirectory) }
}

async function startFromRepository(): ReturnType<Start> {
  const dataDirectory = await newDataDirectory()
  const root = await buildCopyWith({ id: 'all-points', folder: `${PLUGINS}/all-points` })
  const server = await startServer({ dataDirectory, root, environment })
  return { server, end: () => ended(server, dataDirectory, root) }
}

async function ended(server: RunningServer, ...folders: readonly string[]): Promise<void> {
  await server.stop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
}

/** With an icon or without one, the entries of the open menu begin at the same place. */
async function expectTextsInLine(page: Page): Promise<void> {
  const lefts = await page.getByRole('menuitem').evaluateAll((entries) =>
    entries.map((entry) => {
      const range = document.createRange()
      range.selectNodeContents([...entry.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE) ?? entry)
      return Math.round(range.getBoundingClientRect().left)
    }),
  )
  expect(lefts.length).toBeGreaterThan(2)
  expect(new Set(lefts).size).toBe(1)
}

/** An item with a page of markdown and one of the plugin's kind, of somebody who is logged in here. */
async function groundOf(page: Page, client: RestClient) {
  const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_name: 'Payments' })
  const save = async (title: string, content: string) => {
    const fields = { item_id: itemId, page_id: 0, page_title: title, page_content: content }
    return (await client.call<{ page_id: number }>('page/save', fields)).page_id
  }
  const catalog = { item_id: itemId, cat_name: 'Guides' }
  const { cat_id: catalogId } = await client.call<{ cat_id: number }>('catalog/save', catalog)
  const ground = {
    itemId,
    catalogId,
    textId: await save('Text', 'Begin.'),
    sampleId: await save('Sample', 'sample: one'),
  }
  await shareSession(page, client)
  return ground
}

async function chooseFromBlockMenu(page: Page, query: string, entry: string): Promise<void> {
  await page.locator('.rich-face [contenteditable=true]').first().click()
  await move(page, 'Control+End')
  await page.keyboard.press('Enter')
  // The menu closes at a space.
  await page.keyboard.type(`/${query.split(' ', 1)[0] ?? ''}`)
  await page.getByRole('option', { name: entry }).click()
}

const breakAt = (page: Page, ...points: readonly string[]): Promise<void> =>
  page.evaluate((broken) => sessionStorage.setItem('broken points', broken), points.join(' '))

const WAYS: readonly (readonly [string, Start])[] = [
  ['dropped in', startDroppedIn],
  ['in the repository', startFromRepository],
]

for (const [way, start] of WAYS)
  test.describe(`a plugin with a value for every point of the web, ${way}`, () => {
    let server: RunningServer
    let end: () => Promise<void>
    let admin: RestClient
    test.beforeAll(async () => {
      test.setTimeout(600_000)
      ;({ server, end } = await start())
      admin = await restClient(server.url, ADMIN.username, ADMIN.password)
    })
    test.afterAll(() => end())

    for (const language of languagesOf(`plugin, ${way}`))
      test(`is seen at each of them, with its texts, styles and calls (${language})`, async ({ page }) => {
        test.setTimeout(300_000)
        const t = TEXTS[language]
        const refused: string[] = []
        page.on('console', (message) => {
          if (message.text().includes('Content Security Policy')) refused.push(message.text())
        })
        await prefer(page, language, 'light')
        const { itemId, catalogId, textId, sampleId } = await groundOf(page, admin)
        const go = (address: string) => page.goto(server.url + address)

        await test.step('headerLinks, companions, pluginScreens', async () => {
          await go('/item/index')
          await expect(page.getByText(t.companion)).toBeVisible()
          await page.getByRole('link', { name: t.link }).click()
          await expect(page).toHaveURL(server.url + SCREEN)
          const where = page.getByText(t.screen.replace('{{id}}', '8').replace('{{name}}', '示/a'))
          await expect(where).toHaveCSS('outline-color', 'rgb(1, 2, 3)')
          await expect(page.getByText(t.screenBy.replace('{{name}}', ADMIN.username))).toBeVisible()
          await expectAccessible(page)
          for (const nowhere of ['/all-points/x/y', '/all-points', '/all-points-2'])
            await expect(async () => {
              await go(nowhere)
              await expect(page.locator('h1')).not.toHaveText(t.screenTitle)
            }).toPass()
          expect((await page.request.get(`${server.url}/other-points/7/a`)).status()).toBe(404)
        })

        await test.step('adminSections', async () => {
          await go('/admin/index')
          const list = page.getByRole('navigation').filter({ has: page.getByRole('link', { name: t.secondSection }) })
          await expect(list.getByRole('link')).toHaveText([t.section, t.secondSection])
          await expect(page.getByText(t.sectionText)).toHaveCSS('outline-color', 'rgb(1, 2, 3)')
          await list.getByRole('link', { name: t.secondSection }).click()
          await expect(page).toHaveURL(`${server.url}/admin/all-points-more`)
          await expect(page.getByRole('heading', { name: t.secondSection, level: 2 })).toBeVisible()
          await expectAccessibleInBothSchemes(page)

          await page.setViewportSize(PHONE)
          await expect(page.getByRole('heading', { name: t.secondSection, level: 1 })).toBeVisible()
          await expect(list).toHaveCount(0)
          await page.locator('.work-back').click()
          await expect(page).toHaveURL(`${server.url}/admin/index`)
          await expect(page.getByText(t.sectionText)).toHaveCount(0)
          await expectToFit(page)
          await expectAccessible(page)
          await list.getByRole('link', { name: t.section, exact: true }).click()
          await expect(page.getByText(t.sectionText)).toBeVisible()
          await page.setViewportSize(DESKTOP)
        })

        await test.step('itemAddTabs', async () => {
          await go('/item/add')
          await page.getByRole('tab', { name: t.add }).click()
          await expectAccessible(page)
          await page.getByRole('button', { name: t.addAction }).click()
          await expect(page).toHaveURL(new RegExp(`^${server.url}/\\d+$`))
        })

        await test.step('itemSettingTabs', async () => {
          await go(`/item/setting/${itemId}/all-points-sample`)
          await expect(page.getByText(t.tabText.replace('{{itemId}}', String(itemId)))).toBeVisible()
        })

        await test.step('catalogActions', async () => {
          await go(`/catalog/${itemId}`)
          await page
            .getByRole('button', { name: /Guides/ })
            .last()
            .click()
          await expect(page.getByRole('menuitem', { name: t.catalogAction })).toBeVisible()
          await expectTextsInLine(page)
          await page.getByRole('menuitem', { name: t.catalogAction }).click()
          await expect(page).toHaveURL(`${server.url}/all-points/${itemId}/${catalogId}`)
          await go(`/catalog/${itemId}`)
          await page
            .getByRole('button', { name: /Guides/ })
            .last()
            .click()
          await page.getByRole('menuitem', { name: /^(Export|导出)/ }).click()
          await expect(page).toHaveURL(`${server.url}/item/export/${itemId}?catalogId=${catalogId}`)
          await expect(page.locator('input[value=Guides]')).toBeVisible()
        })

        await test.step('pageActions, pageFaces', async () => {
          await go(`/${itemId}/${sampleId}`)
          await expect(page.getByText(t.view.replace('{{text}}', 'one'))).toHaveCSS('outline-color', 'rgb(1, 2, 3)')
          await page.getByRole('button', { name: /More actions|更多操作/ }).click()
          await expect(page.getByRole('menuitem', { name: t.itemAction })).toBeVisible()
          await expectTextsInLine(page)
          await page.getByRole('menuitem', { name: t.action, exact: true }).click()
          await expect(page.getByText(t.actionDone)).toBeVisible()
          await go(`/page/edit/${itemId}/${sampleId}`)
          await page.getByRole('textbox', { name: t.face }).fill('sample: two')
          await page.keyboard.press('Control+s')
          const stored = () => admin.call<{ page_content: string }>('page/info', { page_id: sampleId })
          await expect.poll(async () => (await stored()).page_content).toBe('sample: two')
        })

        await test.step('editorTools, slashCommands', async () => {
          await go(`/page/edit/${itemId}/${textId}`)
          await page.locator('.rich-face [contenteditable=true]').first().click()
          await move(page, 'Control+End')
          await page.keyboard.type(' /')
          await expect(page.getByRole('option', { name: t.insert })).toContainText(t.hint)
          // Nothing would come of it.
          await expect(page.getByRole('option', { name: /Emoji|表情/ })).toHaveCount(0)
          await page.keyboard.press('Escape')
          await page.keyboard.press('Backspace')
          await page.keyboard.press('Backspace')
          await chooseFromBlockMenu(page, t.words.split(/[,，]/)[1]?.trim() ?? '', t.insert)
          await chooseFromBlockMenu(page, t.ask, t.ask)
          await page.getByRole('dialog').getByRole('button', { name: t.askInsert }).click()
          await page.getByRole('button', { name: /^(Insert|插入)$/ }).click()
          await page.getByRole('menuitem', { name: t.tool }).click()
          await page.keyboard.press('Control+s')
          const stored = () => admin.call<{ page_content: string }>('page/info', { page_id: textId })
          await expect
            .poll(async () => (await stored()).page_content.trim())
            .toBe('Begin.\n\n**from** the menu\n\nan answer\n\nfrom the tool')
        })
        expect(refused).toEqual([])
      })

    test('hurts nothing but itself where it breaks, and says so there', async ({ page }) => {
      test.setTimeout(300_000)
      const language = way === 'dropped in' ? 'en' : 'zh-cn'
      const t = TEXTS[language]
      const failed = FAILED[language]
      await prefer(page, language, 'light')
      const { itemId, textId, sampleId } = await groundOf(page, admin)
      const go = (address: string) => page.goto(server.url + address)
      await go('/user/setting')

      await breakAt(page, 'headerLinks', 'companions')
      await go('/item/index')
      await expect(page.locator('.toasts').getByText(failed)).toBeVisible()
      await expect(page.locator('.top-bar').getByRole('img', { name: failed })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)

      await breakAt(page, 'pluginScreens', 'adminSections', 'itemAddTabs', 'itemSettingTabs')
      await go(SCREEN)
      await expect(page.locator('main').getByText(failed)).toBeVisible()
      await expectAccessible(page)
      await page.locator('main').getByRole('link').click()
      await expect(page).toHaveURL(`${server.url}/item/index`)
      await go('/admin/index')
      await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: t.secondSection }).click()
      await expect(page.getByRole('heading', { name: t.secondSection, level: 2 })).toBeVisible()
      await go('/item/add')
      await page.getByRole('tab', { name: t.add }).click()
      await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible()
      await page.getByRole('tab').first().click()
      await expect(page.getByRole('radio').first()).toBeVisible()
      await go(`/item/setting/${itemId}/all-points-sample`)
      await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible()

      await breakAt(page, 'catalogActions')
      await go(`/catalog/${itemId}`)
      await page
        .getByRole('button', { name: /Guides/ })
        .last()
        .click()
      await expect(page.getByRole('menuitem', { name: failed })).toBeVisible()
      await expect(page.getByRole('menuitem')).toHaveCount(7)

      await breakAt(page, 'pageFaces', 'pageActions', 'slashCommands')
      await go(`/${itemId}/${sampleId}`)
      await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible()
      await expect(page.getByText('rendered one')).toBeVisible()
      await page.getByRole('button', { name: /More actions|更多操作/ }).click()
      await expect(page.getByRole('menuitem', { name: failed })).toBeVisible()
      await expectAccessible(page)
      await go(`/page/edit/${itemId}/${sampleId}`)
      await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible()
      await page.locator('.face-switch label').last().click()
      await expect(page.locator('.cm-content')).toHaveText('sample: one')
      await go(`/page/edit/${itemId}/${textId}`)
      await chooseFromBlockMenu(page, t.ask, t.ask)
      await expect(page.locator('.toasts').getByText(failed)).toBeVisible()
      await page.keyboard.type('still here')
      await expect(page.locator('.rich-face')).toContainText('still here')
    })

    test('shows its section of the backstage to administrators only', async ({ page }) => {
      const { client } = await register(server.url, 'points-ordinary')
      await prefer(page, 'en', 'light')

      await page.goto(`${server.url}/admin/all-points-sample`)
      await expect(page).toHaveURL(/\/user\/login\?redirect=/)
      await shareSession(page, client)
      await page.goto(`${server.url}/admin/all-points-sample`)

      await expect(page).toHaveURL(/\/item\/index$/)
      await expect(page.getByText(en.sectionText)).toHaveCount(0)
    })
  })
