import type { Browser, Page } from '@playwright/test'
import { shareSession, expect, newPerson, prefer, test, type RestClient } from './support/product.ts'

/** A section, as this administrator sees it in a browser of their own. */
async function openAs(browser: Browser, client: RestClient, section: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await shareSession(page, client)
  await prefer(page, 'en', 'light')
  await page.goto(`${client.url}/admin/backstage-${section}`)
  return page
}

/** Somebody who administers the site as well. */
async function secondAdministrator(admin: RestClient, name: string) {
  const person = await newPerson(admin.url, name)
  const { users } = await admin.call<{ users: { uid: number }[] }>('adminUser/getList', { username: person.username })
  const uid = users[0]?.uid ?? 0
  await admin.call('adminUser/makeAdministrator', { uid })
  return { ...person, uid }
}

test('[ADMIN-09] a password that two administrators give at once is replaced only by somebody who knows of the other', async ({
  browser,
  admin,
}) => {
  const other = await secondAdministrator(admin, 'giver')
  const { username, uid } = await newPerson(admin.url, 'given').then(async (person) => {
    const { users } = await admin.call<{ users: { uid: number }[] }>('adminUser/getList', { username: person.username })
    return { ...person, uid: users[0]?.uid ?? 0 }
  })
  const page = await openAs(browser, admin, 'people')
  await page.getByLabel('Username, name or e-mail').fill(username)
  await page.getByRole('row').filter({ hasText: username }).getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill('a sentence of the first')

  await other.client.call('adminUser/addUser', { uid, password: 'a sentence of the second' })
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(dialog).toContainText('Somebody else has saved another value meanwhile')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await admin.call('user/login', { username, password: 'a sentence of the first' })
})

test('a settings file whose base somebody else has changed is shown once more before it is taken in', async ({
  browser,
  admin,
}) => {
  const page = await openAs(browser, admin, 'settings')
  await page.getByRole('button', { name: 'Read from a file' }).click()
  const dialog = page.getByRole('dialog')
  const file = JSON.stringify({
    format: 'octavo-settings',
    version: 1,
    sections: { look: { helpUrl: 'https://help.example.org/file' } },
  })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'settings.json', mimeType: 'application/json', buffer: Buffer.from(file) })
  await expect(dialog.getByRole('status')).toContainText('https://help.example.org/file')

  await admin.call('settings/write', { section: 'look', values: { helpUrl: 'https://help.example.org/other' } })
  await dialog.getByRole('button', { name: 'Apply' }).click()

  await expect(dialog).toContainText('Somebody else has changed this meanwhile')
  await expect(dialog.getByRole('status')).toContainText('https://help.example.org/other')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toBeHidden()
  await admin.call('settings/write', { section: 'look', values: { helpUrl: '' } })
})

test('[ADMIN-53] an administrator whose rights end is led out of the open administration with words', async ({
  browser,
  admin,
}) => {
  const other = await secondAdministrator(admin, 'leaving')
  const page = await openAs(browser, other.client, 'people')
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  await admin.call('adminUser/unmakeAdministrator', { uid: other.uid })
  await page.getByRole('link', { name: 'Items', exact: true }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You no longer administer this site')
  await page.getByRole('link', { name: 'My items' }).click()
  await expect(page).toHaveURL(/\/item\/index$/)
})
