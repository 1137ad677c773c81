import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { languageTest } from './support/language-test.ts'
import { expect, expectToFit, newPerson, prefer, shareSession, test, type Person } from './support/product.ts'
import { passTime, passTimeUntil, stopTime } from './support/time.ts'
import type { Language } from './support/words.ts'

type Words = (key: string, values?: Readonly<Record<string, string>>) => string
const textsIn = (file: string): Words => {
  const texts = JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')) as object
  return (key, values = {}) => {
    const found = Object.hasOwn(texts, key) ? Reflect.get(texts, key) : key.split('.').reduce<unknown>((part, step) => Reflect.get(part as object, step), texts) // prettier-ignore
    return Object.entries(values).reduce((text, [name, value]) => text.replace(`{{${name}}}`, value), String(found))
  }
}

/** A person with an item of their own, logged in in the browser and over REST. */
async function ownerOf(page: Page, url: string, username: string): Promise<Person & { readonly itemId: number }> {
  const person = await newPerson(url, username)
  const item = { item_name: `Item of ${username}` }
  const { item_id: itemId } = await person.client.call<{ item_id: number }>('item/add', item)
  await shareSession(page, person.client)
  return { ...person, itemId }
}

/** The texts of the screens in a language, and what needs them. */
function screensIn(language: Language) {
  const t = textsIn(`web/i18n/${language}/settings.json`)
  const common = textsIn(`web/i18n/${language}/common.json`)
  return {
    t,
    common,
    api: textsIn(`plugins/open-api/locales/${language}.json`),
    reader: textsIn(`web/i18n/${language}/reader.json`),
    /** Sends a password in one of the three dialogs of the advanced settings, which is open. */
    async confirm(page: Page, deed: 'transfer' | 'archive' | 'delete', password: string): Promise<void> {
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(common('confirm.password'), { exact: true }).fill(password)
      await dialog.getByRole('button', { name: t(`lifecycle.action.${deed}`) }).click()
    },
  }
}

test('[ISET-01] [ROUTE-11] each tab of the settings has an address', async ({ page, server }) => {
  const { itemId } = await ownerOf(page, server.url, 'setting-tabber')
  await page.goto(`/item/setting/${itemId}`)
  await expect(page.getByRole('tab', { name: 'Base info' })).toHaveAttribute('aria-selected', 'true')

  await page.getByLabel('Description').fill('not saved yet')
  await page.getByRole('tab', { name: 'Advanced' }).click()
  await expect(page).toHaveURL(`/item/setting/${itemId}/advanced`)
  await expect(page.getByRole('button', { name: 'Delete item' })).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL(`/item/setting/${itemId}`)
  await expect(page.getByLabel('Description')).toHaveValue('not saved yet')

  await page.goto(`/item/setting/${itemId}/advanced`)
  await expect(page.getByRole('tab', { name: 'Advanced' })).toHaveAttribute('aria-selected', 'true')
  await page.goto(`/item/setting/${itemId}/nothing`)
  await expect(page.getByRole('tab', { name: 'Base info' })).toHaveAttribute('aria-selected', 'true')
})

test('[ISET-01] what was typed in the settings is not lost by leaving or reloading them unasked', async ({
  page,
  server,
}) => {
  const { itemId } = await ownerOf(page, server.url, 'setting-leaver')
  await page.goto('/item/index')
  await page.goto(`/item/setting/${itemId}`)
  await page.getByLabel('Description').fill('not saved yet')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })

  await page.locator('.work-back').click()
  await expect(question).toContainText('Your changes here will be lost.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`/item/setting/${itemId}`)

  const asked = page.waitForEvent('dialog')
  const reload = page.evaluate(() => location.reload())
  const browsers = await asked
  expect(browsers.type()).toBe('beforeunload')
  await browsers.dismiss()
  await reload
  await expect(page.getByLabel('Description')).toHaveValue('not saved yet')

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The button is shut while it is being saved as well.
  await expect(page.locator('.toast')).toBeVisible()
  await page.locator('.work-back').click()
  await expect(page).not.toHaveURL(`/item/setting/${itemId}`)
})

test('[ISET-01] on a phone the tabs are one line, and nothing runs out of the screen', async ({ page, server }) => {
  const { itemId } = await ownerOf(page, server.url, 'setting-phoner')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`/item/setting/${itemId}/advanced`)

  await expect(page.getByRole('button', { name: 'Delete item' })).toBeVisible()
  await expect.poll(async () => (await page.getByRole('tablist').boundingBox())?.height).toBeLessThan(50)
  await expectToFit(page)

  await page.goto(`/item/setting/${itemId}/recycle-bin`)
  // Not 1: the list is wider than the screen by parts of a pixel, which cannot be scrolled.
  await expect(page.getByRole('tab', { name: 'Recycle bin' })).toBeInViewport({ ratio: 0.95 })
})

languageTest(
  '[ISET-19] [ISET-20] [ISET-21] [ISET-22] [ISET-23] [CONST-33] an item is handed over',
  async (language, page, server) => {
    const { t, common, confirm } = screensIn(language)
    const [heir, { itemId, password, client: owner }] = await Promise.all([
      newPerson(server.url, `setting-heir-${language}`),
      ownerOf(page, server.url, `setting-giver-${language}`),
    ])
    const { id: teamId } = await owner.call<{ id: number }>('team/save', { team_name: 'Writers' })
    await owner.call('teamItem/save', { team_id: teamId, item_id: itemId })
    await prefer(page, language, 'light')
    await page.goto(`/item/setting/${itemId}/advanced`)
    const dialog = page.getByRole('dialog')

    await page.getByRole('button', { name: t('lifecycle.action.transfer') }).click()
    await expect(dialog).toContainText(t('transfer.teams', { teams: 'Writers' }))
    await dialog.getByLabel(t('transfer.username')).fill('nobody-at-all')
    await confirm(page, 'transfer', password)
    await expect(dialog.getByRole('alert')).toContainText('nobody-at-all')
    await expect(dialog.getByLabel(t('transfer.username'))).toBeFocused()
    await dialog.getByLabel(t('transfer.username')).fill(heir.username)
    await confirm(page, 'transfer', 'wrong')
    await expect(dialog.getByLabel(common('confirm.password'), { exact: true })).toBeFocused()
    await stopTime(page)
    await confirm(page, 'transfer', password)

    await passTimeUntil(page, () => page.getByText(t('lifecycle.done.transfer')).isVisible())
    await expect(dialog).toBeHidden()
    await passTime(page, 1_800)
    await expect(page).toHaveURL(`/item/setting/${itemId}/advanced`)
    await passTime(page, 200)
    await expect(page).toHaveURL('/item/index')
    await page.clock.resume()
    await expect(page.locator('.tile')).toHaveCount(0)
    await shareSession(page, heir.client)
    await page.goto(`/item/setting/${itemId}/advanced`)
    await expect(page.getByRole('button', { name: t('lifecycle.action.transfer') })).toBeVisible()
    expect(await heir.client.call('teamItem/getList', { item_id: itemId })).toMatchObject([{ team_name: 'Writers' }])
  },
)

languageTest(
  '[ISET-19] [ISET-20] [ISET-25] [ISET-26] [ITEM-19] [D14] an item is archived',
  async (language, page, server) => {
    const { client, itemId, password } = await ownerOf(page, server.url, `setting-archiver-${language}`)
    const { t, reader, confirm } = screensIn(language)
    await client.call('page/save', { item_id: itemId, page_title: 'Kept', page_content: 'text that stays' })
    await prefer(page, language, 'light')
    await page.goto(`/item/setting/${itemId}/advanced`)

    await page.getByRole('button', { name: t('lifecycle.action.archive') }).click()
    await confirm(page, 'archive', 'wrong')
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    await confirm(page, 'archive', password)
    await expect(page.getByText(t('lifecycle.done.archive'))).toBeVisible()
    await expect(page).toHaveURL('/item/index')

    await page.goto(`/${itemId}`)
    await expect(page.getByText(reader('item.archived'))).toBeVisible()
    await expect(page.getByText('text that stays')).toBeVisible()
    await expect(page.getByRole('link', { name: reader('action.edit') })).toHaveCount(0)
    await page.goto(`/item/setting/${itemId}`)
    await expect(page.getByText(t('base.archived'))).toBeVisible()
    // Only whom its visit password lets in can still be changed (D80).
    await page.getByRole('textbox').fill('another secret')
    await page.getByRole('button', { name: t('base.save') }).click()
    await expect(page.getByText(t('base.saved'))).toBeVisible()
    await page.goto(`/item/setting/${itemId}/advanced`)
    await expect(page.getByRole('button', { name: t('lifecycle.action.delete') })).toBeVisible()
    await expect(page.getByRole('button', { name: t('lifecycle.action.archive') })).toHaveCount(0)
  },
)

languageTest(
  '[ISET-29] [ISET-31] [ISET-32] the key of an item is shown, used and reset',
  async (language, page, server) => {
    const { client, itemId } = await ownerOf(page, server.url, `setting-keeper-${language}`)
    const { api, common } = screensIn(language)
    const key = await client.call<{ api_key: string; api_token: string }>('item/getKey', { item_id: itemId })
    await prefer(page, language, 'light')
    await page.goto(`/item/setting/${itemId}/open-api-key`)
    const pair = page.locator('.open-api-pair')
    await expect(page.getByRole('tab', { name: api('tab') })).toHaveAttribute('aria-selected', 'true')

    await expect(pair).toContainText(key.api_key)
    await expect(page.locator('.open-api')).not.toContainText(key.api_token)
    await page.getByRole('button', { name: api('key.show') }).click()
    await expect(pair).toContainText(key.api_token)

    await page.getByRole('button', { name: api('reset.action') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: common('action.cancel') }).click()
    await expect(pair).toContainText(key.api_token)
    await page.getByRole('button', { name: api('reset.action') }).click()
    await dialog.getByRole('button', { name: api('reset.action') }).click()
    await expect(page.getByText(api('reset.done'), { exact: true })).toBeVisible()
    await expect(pair).not.toContainText(key.api_token)
    const renewed = await client.call<typeof key>('item/getKey', { item_id: itemId })
    await expect(pair).toContainText(renewed.api_token)
  },
)

languageTest('[ISET-33] [REC-04] a deleted page is brought back', async (language, page, server) => {
  const { t, common } = screensIn(language)
  const { client, itemId, username } = await ownerOf(page, server.url, `setting-saver-${language}`)
  const deleted = await client.call('page/save', { item_id: itemId, page_title: 'Lost page', page_content: 'found' })
  await client.call('page/delete', deleted)
  await prefer(page, language, 'light')
  await page.goto(`/item/setting/${itemId}/recycle-bin`)

  const row = page.getByRole('row', { name: 'Lost page' })
  await expect(row).toContainText(username)
  await expect(row.locator('time')).toBeVisible()
  await row.getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: common('action.cancel') }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button').click()
  await dialog.getByRole('button', { name: t('recycle.action'), exact: true }).click()

  await expect(page.getByText(t('recycle.doneInRoot'))).toBeVisible()
  await expect(page.getByText(t('recycle.empty.title'))).toBeVisible()
  await page.goto(`/${itemId}`)
  await expect(page.getByRole('heading', { name: 'Lost page' })).toBeVisible()
})

test('[ISET-34] the commands on show work as they are', async ({ page, server, context }) => {
  const { itemId, client } = await ownerOf(page, server.url, 'setting-commander')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/item/setting/${itemId}/open-api-key`)

  await page.getByRole('button', { name: 'Copy: Send a page as JSON' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  const command = await page.evaluate(() => navigator.clipboard.readText())

  const [, address = '', body = ''] = /^curl '([^']+)' [\s\S]*--data '([\s\S]+)'$/.exec(command) ?? []
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(address, { method: 'POST', headers, body })
  expect(await reply.json()).toMatchObject({ error_code: 0 })
  const { menu } = await client.call<{ menu: { catalogs: { cat_name: string }[] } }>('item/info', { item_id: itemId })
  expect(menu.catalogs).toMatchObject([{ cat_name: 'Orders', catalogs: [{ cat_name: 'Refunds' }] }])
})

test('[REC-06] [ISET-35] the settings are shut for those who do not manage the item', async ({ page, server }) => {
  const { client, itemId } = await ownerOf(page, server.url, 'setting-host')
  const guest = await newPerson(server.url, 'setting-guest')
  await client.call('member/save', { item_id: itemId, username: guest.username, member_group_id: 1, cat_id: 0 })
  await shareSession(page, guest.client)

  for (const tab of ['', '/advanced', '/open-api-key', '/recycle-bin']) {
    await page.goto(`/item/setting/${itemId}${tab}`)
    await expect(page.getByRole('alert')).toContainText('The settings of this item could not be loaded')
    await expect(page.getByRole('tab')).toHaveCount(0)
  }
  // Without another document, which may not hear a click as soon as it is displayed.
  await page.getByRole('link', { name: 'Back to the item' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Share' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Item settings' })).toHaveCount(0)
})

test('[ISET-01] a manager who is not the owner sees no advanced settings', async ({ page, server }) => {
  const { client, itemId } = await ownerOf(page, server.url, 'setting-boss')
  const deputy = await newPerson(server.url, 'setting-deputy')
  await client.call('member/save', { item_id: itemId, username: deputy.username, member_group_id: 2, cat_id: 0 })
  await shareSession(page, deputy.client)

  await page.goto(`/item/setting/${itemId}/advanced`)
  await expect(page.getByRole('tab')).toHaveText([
    ...['Base info', 'Members', 'Open API', 'Global parameters', 'Comments', 'Try it', 'Recycle bin'],
  ])
  await expect(page.getByRole('tab', { name: 'Base info' })).toHaveAttribute('aria-selected', 'true')
})
