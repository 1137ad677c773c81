import { access, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { PNG } from '#tests/support/sample-files.ts'
import { onBackstageSite } from './support/backstage-site.ts'
import { look, textsFor } from './support/backstage.ts'
import { attach } from './support/files.ts'
import { expect, test } from './support/product.ts'
import type { Language } from './support/words.ts'

/** What the server says of these settings. */
const LOOK: Readonly<Record<Language, { title: string; siteName: string; helpUrl: string }>> = {
  en: { title: 'Appearance', siteName: 'Name of the site', helpUrl: 'Address for help' },
  'zh-cn': { title: '外观', siteName: '站点名称', helpUrl: '帮助地址' },
}
const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

test.describe('the bin, space, rights and looks in the backstage', () => {
  onBackstageSite('more', (site, on) => {
    on('a deleted item is brought back, and one is deleted for good', async (stage) => {
      const t = textsFor(stage)
      const rita = await stage.person('rita')
      const names = [`Back ${stage.language}`, `Gone ${stage.language}`] as const
      for (const name of names) {
        const { item_id: itemId } = await rita.client.call<{ item_id: number }>('item/add', { item_name: name })
        await site.admin.call('adminItem/deleteItem', { item_id: itemId })
      }
      const page = await site.open(stage, 'items')
      await page.getByRole('tab', { name: t('items.tab.bin'), exact: true }).click()
      await page.getByLabel(t('items.search.username')).fill(rita.username)
      await expect(page.getByRole('row')).toHaveCount(3)
      await look(page, `deleted-items-${stage.language}`)

      // By the keyboard alone.
      await page.getByRole('button', { name: t('items.bin.recover', { name: names[0] }) }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByText(t('items.bin.recovered', { name: names[0] }))).toBeVisible()
      await expect(page.getByRole('row')).toHaveCount(2)
      await page.getByRole('button', { name: t('items.bin.end', { name: names[1] }) }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('items.bin.endAction'), exact: true })
        .click()
      await expect(page.getByText(t('items.bin.none'))).toBeVisible()
      await page.getByRole('tab', { name: t('items.tab.live'), exact: true }).click()
      await page.getByLabel(t('items.search.username')).fill(rita.username)
      await expect(rowOf(page, names[0])).toHaveCount(1)
    })

    on('it is shown where somebody takes part, and why', async (stage) => {
      const t = textsFor(stage)
      const [otto, mei] = [await stage.person('owen'), await stage.person('mae')]
      const name = `Shared ${stage.language}`
      const { item_id: itemId } = await otto.client.call<{ item_id: number }>('item/add', { item_name: name })
      await otto.client.call('member/save', { item_id: itemId, username: mei.username, member_group_id: 0 })
      const page = await site.open(stage, 'people')
      await page.getByLabel(t('people.search')).fill(mei.username)
      await page.getByRole('button', { name: t('people.more', { username: mei.username }) }).click()
      await page.getByRole('menuitem', { name: t('people.parts.open') }).click()
      const row = page.getByRole('dialog').getByRole('row').filter({ hasText: name })
      await expect(row).toContainText(stage.say('access', 'role.reader'))
      await expect(row).toContainText(stage.say('access', 'from.membership'))
      await look(page, `parts-${stage.language}`)
    })

    on('somebody gets a quota, and the storages are looked through', async (stage) => {
      const t = textsFor(stage)
      const quinn = await stage.person('quinn')
      await attach(site.running.url, quinn.client.token, { name: 'report.txt', page_id: 0, item_id: 0 })
      const page = await site.open(stage, 'files')
      await page.getByRole('tab', { name: t('files.tab.space') }).click()
      await page.getByLabel(t('space.search.person')).fill(quinn.username)
      await expect(page.getByRole('row')).toHaveCount(2)
      await page.getByRole('button', { name: t('space.edit', { name: quinn.username }) }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t('space.fileMegabytes')).fill('many')
      await page.keyboard.press('Enter')
      await expect(dialog.getByLabel(t('space.fileMegabytes'))).toHaveAttribute('aria-invalid', 'true')
      await look(page, `quota-${stage.language}`)
      await dialog.getByLabel(t('space.fileMegabytes')).fill('12')
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(rowOf(page, quinn.username)).toContainText('12')
      await look(page, `space-${stage.language}`)

      await page.getByRole('tab', { name: t('files.tab.strays') }).click()
      await page.getByRole('button', { name: t('strays.look') }).click()
      await expect(page.getByText(t('strays.none'))).toBeVisible({ timeout: 30_000 })
      await look(page, `strays-${stage.language}`)
    })

    on('what only the disk has and what only the list has is shown and removed', async (stage) => {
      const t = textsFor(stage)
      const quentin = await stage.person('quentin')
      const folder = path.join(site.running.dataDirectory, 'files')
      const [kept, lost] = [`kept-${stage.language}.txt`, `lost-${stage.language}.txt`]
      await attach(site.running.url, quentin.client.token, { name: kept, page_id: 0, item_id: 0 })
      const blobs = async () => (await readdir(folder, { recursive: true })).map((name) => path.join(folder, name))
      const before = new Set(await blobs())
      await attach(site.running.url, quentin.client.token, { name: lost, page_id: 0, item_id: 0 })
      for (const blob of await blobs()) if (!before.has(blob)) await rm(blob, { recursive: true, force: true })
      const left = path.join(folder, 'left', `behind-${stage.language}.bin`)
      await mkdir(path.dirname(left), { recursive: true })
      await writeFile(left, 'left behind')
      // What is younger than a day may be an upload that has not ended.
      const twoDaysAgo = new Date(Date.now() - 2 * 24 * 3_600_000)
      await utimes(left, twoDaysAgo, twoDaysAgo)

      const page = await site.open(stage, 'files')
      await page.getByRole('tab', { name: t('files.tab.strays') }).click()
      await page.getByRole('button', { name: t('strays.look') }).click()
      const [blobRow, fileRow] = [rowOf(page, `left/behind-${stage.language}.bin`), rowOf(page, lost)]
      await expect(blobRow).toContainText(t('files.place.disk'), { timeout: 30_000 })
      await expect(fileRow).toBeVisible()
      await look(page, `strays-found-${stage.language}`)

      await page.getByRole('button', { name: t('strays.remove') }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText(t('strays.removeText', { blobs: 1, files: 1 }))
      await look(page, `strays-asked-${stage.language}`)
      await dialog.getByRole('button', { name: stage.say('common', 'action.cancel') }).click()
      await expect(blobRow).toBeVisible()
      await access(left)
      await page.getByRole('button', { name: t('strays.remove') }).click()
      await dialog.getByRole('button', { name: t('strays.removeAction'), exact: true }).click()
      await expect(blobRow).toHaveCount(0, { timeout: 30_000 })
      await expect(fileRow).toHaveCount(0)
      await expect(page.getByText(t('strays.none'))).toBeVisible()
      await look(page, `strays-removed-${stage.language}`)
      await expect(access(left)).rejects.toThrow('ENOENT')
      await page.getByRole('tab', { name: t('files.tab.list'), exact: true }).click()
      await expect(rowOf(page, kept)).toBeVisible()
      await expect(rowOf(page, lost)).toHaveCount(0)
    })

    on('the site gets a name and a logo, and loses them again', async (stage) => {
      const t = textsFor(stage)
      const page = await site.open(stage, 'settings')
      await page.getByRole('tab', { name: LOOK[stage.language].title, exact: true }).click()
      const panel = page.getByRole('tabpanel')
      await panel.getByLabel(LOOK[stage.language].helpUrl).fill('not an address')
      await panel.getByRole('button', { name: t('settings.save'), exact: true }).click()
      await expect(panel.getByLabel(LOOK[stage.language].helpUrl)).toHaveAttribute('aria-invalid', 'true')
      await panel.getByLabel(LOOK[stage.language].helpUrl).fill('https://help.example.org')
      await panel.getByLabel(LOOK[stage.language].siteName).fill('Handbook')
      await panel.getByRole('button', { name: t('settings.save'), exact: true }).click()
      await expect(page.getByText(t('settings.saved'))).toBeVisible()
      const picture = Buffer.from(PNG)
      await panel.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
      await expect(panel.getByRole('img', { name: t('look.logoNow') })).toBeVisible()
      await look(page, `look-${stage.language}`)

      await page.goto('/item/index')
      await expect(page.locator('.brand')).toHaveText('Handbook')
      await expect(page.locator('.brand img')).toBeVisible()
      await expect(page).toHaveTitle(/ · Handbook$/)
      const visitor = await stage.visitor()
      await visitor.goto('/user/login')
      await expect(visitor.locator('.brand')).toHaveText('Handbook')
      await look(visitor, `login-named-${stage.language}`)
      await site.admin.call('site/removeLogo')
      await site.admin.call('settings/write', { section: 'look', values: { siteName: '', helpUrl: '' } })
    })
  })
})
