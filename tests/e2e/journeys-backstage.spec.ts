import type { Locator, Page } from '@playwright/test'
import { onBackstageSite } from './support/backstage-site.ts'
import { look, textsFor } from './support/backstage.ts'
import { attach } from './support/files.ts'
import { expect, restClient, test } from './support/product.ts'
import { ADMIN } from './support/running-server.ts'
import type { Language } from './support/words.ts'

const REFUSED: Readonly<Record<Language, string>> = { en: 'This account is switched off', 'zh-cn': '此账号已停用' }
const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

test.describe('the backstage', () => {
  onBackstageSite('back', (site, on) => {
    on(
      '[J24] [ADMIN-01] [ADMIN-02] [ADMIN-53] the menu leads to fresh panels, and others are sent away',
      async (stage) => {
        const t = textsFor(stage)
        const { page: others } = await stage.actor('stu')
        await others.goto('/admin/index')
        await expect(others).toHaveURL(/\/item\/index$/)

        const page = await site.open(stage, 'people')
        const menu = page.getByRole('navigation', { name: stage.say('admin', 'list.label') })
        await expect(menu.getByRole('link').filter({ hasText: t('people.title') })).toHaveAttribute(
          'aria-current',
          'page',
        )
        await page.getByLabel(t('people.search')).fill('nobody has this name')
        await expect(page.getByText(t('people.nobody'))).toBeVisible()
        await menu.getByRole('link', { name: t('items.title') }).click()
        const asked = page.waitForResponse((response) => response.url().includes('adminUser.list'))
        await menu.getByRole('link', { name: t('people.title') }).click()
        await asked
        await expect(page.getByLabel(t('people.search'))).toHaveValue('')
        await page.getByRole('link', { name: stage.say('common', 'nav.myItems') }).click()
        await expect(page).toHaveURL(/\/item\/index$/)
      },
    )

    on(
      '[J24] [ADMIN-03] [ADMIN-04] [ADMIN-10] [ADMIN-11] [ADMIN-14] [ADMIN-16] [CONST-22] users are searched, added, changed and deleted',
      async (stage) => {
        const t = textsFor(stage)
        const word = `panel-${stage.language}-`
        for (let number = 1; number <= 7; number += 1)
          await site.admin.call('adminUser/addUser', {
            username: `${word}${number}`,
            password: 'a quieter owl at dawn',
          })
        const page = await site.open(stage, 'people')
        await page.getByLabel(t('people.search')).fill(word)
        await expect(page.getByRole('row')).toHaveCount(8)
        const columns = ['username', 'name', 'role', 'registered', 'lastLogin', 'lastSeen', 'operations']
        await expect(page.getByRole('columnheader')).toHaveText(columns.map((column) => t(`people.column.${column}`)))

        // By the keyboard alone.
        await page.getByRole('button', { name: t('people.add') }).focus()
        await page.keyboard.press('Enter')
        const dialog = page.getByRole('dialog')
        await expect(dialog.getByLabel(t('people.column.username'))).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(dialog.getByText(t('people.usernameRequired'))).toBeVisible()
        await page.keyboard.type(`${word}1`)
        await dialog.getByLabel(t('people.password'), { exact: true }).fill('a quieter owl at dawn')
        await page.keyboard.press('Enter')
        await expect(dialog.getByLabel(t('people.column.username'))).toHaveAttribute('aria-invalid', 'true')
        await look(page, `add-user-${stage.language}`)
        await dialog.getByLabel(t('people.column.username')).fill(`${word}8`)
        await dialog.getByLabel(t('people.column.name'), { exact: true }).fill('Ada Lovelace')
        await page.keyboard.press('Enter')
        await expect(dialog).toHaveCount(0)
        // Eight of them, seven on a page unless more are asked for.
        await expect(page.getByRole('row')).toHaveCount(8)
        await expect(rowOf(page, `${word}8`)).toContainText('Ada Lovelace')
        await expect(rowOf(page, `${word}8`)).toContainText(t('people.never'))
        await look(page, `users-${stage.language}`)
        await page.getByLabel(t('list.count')).selectOption('20')
        await expect(page.getByRole('row')).toHaveCount(9)

        await rowOf(page, `${word}8`)
          .getByRole('button', { name: t('people.edit', { username: `${word}8` }) })
          .click()
        await expect(dialog.getByLabel(t('people.column.username'))).not.toBeEditable()
        await dialog.getByLabel(t('people.column.name'), { exact: true }).fill('Grace Hopper')
        await dialog.getByRole('button', { name: t('people.save'), exact: true }).click()
        await expect(rowOf(page, `${word}8`)).toContainText('Grace Hopper')
        await restClient(site.running.url, `${word}8`, 'a quieter owl at dawn')

        await page.getByRole('button', { name: t('people.delete', { username: `${word}8` }) }).click()
        await dialog.getByRole('button', { name: stage.say('common', 'action.cancel') }).click()
        await expect(rowOf(page, `${word}8`)).toHaveCount(1)
        await page.getByRole('button', { name: t('people.delete', { username: `${word}8` }) }).click()
        await dialog.getByRole('button', { name: t('people.deleteAction'), exact: true }).click()
        await expect(rowOf(page, `${word}8`)).toHaveCount(0)

        await page.getByLabel(t('people.search')).fill(ADMIN.username)
        await expect(rowOf(page, t('people.role.admin'))).toHaveCount(1)
        await expect(page.getByRole('button', { name: t('people.edit', { username: ADMIN.username }) })).toBeVisible()
        await expect(page.getByRole('button', { name: t('people.delete', { username: ADMIN.username }) })).toHaveCount(
          0,
        )
      },
    )

    on('a user is logged out, switched off and on again', async (stage) => {
      const t = textsFor(stage)
      const { page: own, username, password } = await stage.actor('otto')
      const page = await site.open(stage, 'people')
      await page.getByLabel(t('people.search')).fill(username)
      const row = rowOf(page, username)
      const more = row.getByRole('button', { name: t('people.more', { username }) })
      const dialog = page.getByRole('dialog')
      const isIn = async () =>
        (await own.request.post('/api/user/info')).json().then(({ error_code: code }) => code === 0)
      expect(await isIn()).toBe(true)

      // By the keyboard alone.
      await more.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem', { name: t('people.endSessions.open') })).toBeFocused()
      await page.keyboard.press('Enter')
      await dialog.getByRole('button', { name: t('people.endSessions.action'), exact: true }).press('Enter')
      await expect(dialog).toHaveCount(0)
      expect(await isIn()).toBe(false)

      await more.click()
      await look(page, `account-menu-${stage.language}`)
      await page.getByRole('menuitem', { name: t('people.switchOff.open') }).click()
      await look(page, `switch-off-${stage.language}`)
      await dialog.getByRole('button', { name: t('people.switchOff.action'), exact: true }).click()
      await expect(row).toContainText(t('people.switchedOff'))
      await look(page, `switched-off-${stage.language}`)
      await own.goto('/user/login')
      await own.getByLabel(stage.say('account', 'login.account')).fill(username)
      await own.getByLabel(stage.say('account', 'login.password'), { exact: true }).fill(password)
      await own.keyboard.press('Enter')
      await expect(own.getByRole('alert')).toContainText(REFUSED[stage.language])

      await more.click()
      await page.getByRole('menuitem', { name: t('people.switchOn.open') }).click()
      await dialog.getByRole('button', { name: t('people.switchOn.action'), exact: true }).click()
      await expect(row).not.toContainText(t('people.switchedOff'))
      await restClient(site.running.url, username, password)

      await page.getByLabel(t('people.search')).fill(ADMIN.username)
      await page.getByRole('button', { name: t('people.more', { username: ADMIN.username }) }).click()
      const offered = ['endSessions', 'handOver', 'parts', 'unmakeAdministrator'].map((deed) =>
        t(`people.${deed}.open`),
      )
      await expect(page.getByRole('menuitem')).toHaveText(offered)
    })

    on('a user becomes an administrator, and gives that up', async (stage) => {
      const t = textsFor(stage)
      const { page: own, username } = await stage.actor('vic')
      const choose = async (page: Page, deed: string) => {
        await page.getByLabel(t('people.search')).fill(username)
        await page.getByRole('button', { name: t('people.more', { username }) }).click()
        await page.getByRole('menuitem', { name: t(`people.${deed}.open`) }).click()
        return page.getByRole('dialog').getByRole('button', { name: t(`people.${deed}.action`), exact: true })
      }
      const page = await site.open(stage, 'people')
      await (await choose(page, 'makeAdministrator')).click()
      await expect(rowOf(page, username)).toContainText(t('people.role.admin'))

      await own.goto('/admin/backstage-people')
      const confirm = await choose(own, 'unmakeAdministrator')
      await expect(own.getByRole('dialog')).toContainText(t('people.unmakeAdministrator.ownText'))
      await look(own, `own-rights-${stage.language}`)
      await confirm.click()
      await expect(own).toHaveURL(/\/item\/index$/)
      await own.goto('/admin/backstage-people')
      await expect(own).toHaveURL(/\/item\/index$/)
    })

    on('[J24] [ADMIN-17] [ADMIN-18] [ADMIN-24] items are searched, opened, transferred and deleted', async (stage) => {
      const t = textsFor(stage)
      const [olga, ed] = [await stage.person('olga'), await stage.person('ed')]
      const names = Array.from({ length: 8 }, (_, index) => `Ledger ${index} ${stage.language}`)
      for (const name of names) await olga.client.call('item/add', { item_name: name })
      const [first = '', second = ''] = names
      await olga.client.call('item/add', { item_name: `Closed ledger ${stage.language}`, password: 'sesame' })
      const page = await site.open(stage, 'items')
      await page.getByLabel(t('items.search.itemName')).fill('ledger')
      await page.getByLabel(t('items.search.username')).fill(olga.username)
      await expect(page.getByRole('row')).toHaveCount(8)
      const columns = ['name', 'description', 'privacy', 'owner', 'size', 'added', 'link', 'operations']
      await expect(page.getByRole('columnheader')).toHaveText(columns.map((column) => t(`items.column.${column}`)))
      await expect(rowOf(page, 'Closed ledger')).toContainText(t('items.private'))
      await expect(rowOf(page, names[7] ?? '')).toContainText(t('items.public'))
      await look(page, `items-${stage.language}`)
      const tab = page.context().waitForEvent('page')
      await rowOf(page, 'Closed ledger').getByRole('link').click()
      await expect((await tab).locator('h1, .item-name').first()).toBeVisible()
      await (await tab).close()

      await page.getByLabel(t('items.search.itemName')).fill(first)
      await page.getByRole('button', { name: t('items.transfer', { name: first }) }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t('items.newOwner')).fill('nobody-at-all')
      await page.keyboard.press('Enter')
      await expect(dialog.getByLabel(t('items.newOwner'))).toHaveAttribute('aria-invalid', 'true')
      await dialog.getByLabel(t('items.newOwner')).fill(ed.username)
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText(t('items.none'))).toBeVisible()
      await page.getByLabel(t('items.search.username')).fill(ed.username)
      await expect(rowOf(page, first)).toHaveCount(1)

      await page.getByLabel(t('items.search.username')).fill(olga.username)
      await page.getByLabel(t('items.search.itemName')).fill(second)
      await page.getByRole('button', { name: t('items.delete', { name: second }) }).click()
      await dialog.getByRole('button', { name: t('items.deleteAction'), exact: true }).click()
      await expect(page.getByText(t('items.none'))).toBeVisible()
    })

    on('[J24] [ADMIN-50] files are filtered, opened and deleted, with the space they take', async (stage) => {
      const t = textsFor(stage)
      const olga = await stage.person('mona')
      for (let number = 1; number <= 8; number += 1)
        await attach(site.running.url, olga.client.token, { name: `report-${number}.txt`, page_id: 0, item_id: 0 })
      const page = await site.open(stage, 'files')
      await page.getByLabel(t('files.search.username')).fill(olga.username)
      await expect(page.getByRole('row')).toHaveCount(8)
      const columns = ['id', 'name', 'type', 'size', 'visits', 'uploader', 'added', 'operations']
      await expect(page.getByRole('columnheader')).toHaveText(columns.map((column) => t(`files.column.${column}`)))
      await expect(page.locator('.list-fact')).toHaveText(/\d/)
      await look(page, `files-${stage.language}`)
      await page.getByRole('combobox', { name: t('files.type') }).click()
      await page.getByRole('option', { name: t('files.image') }).click()
      await expect(page.getByText(t('files.none'))).toBeVisible()
      await page.getByRole('combobox', { name: t('files.type') }).click()
      await page.getByRole('option', { name: t('files.general') }).click()
      await page.getByLabel(t('files.search.displayName')).fill('report-3')
      await expect(page.getByRole('row')).toHaveCount(2)
      const tab = page.context().waitForEvent('page')
      await page.getByRole('link', { name: t('files.visit', { name: 'report-3.txt' }) }).click()
      await (await tab).close()
      await page.getByRole('button', { name: t('files.delete', { name: 'report-3.txt' }) }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('files.deleteAction'), exact: true })
        .click()
      await expect(page.getByText(t('files.none'))).toBeVisible()
    })

    on(
      '[J25] [ADMIN-25] [ADMIN-26] [ADMIN-27] [ADMIN-28] [ADMIN-29] [ADMIN-30] [ADMIN-31] [ADMIN-32] the site’s settings are changed, taken back and saved',
      async (stage) => {
        const t = textsFor(stage)
        const olga = await stage.person('seta')
        const name = `Front page ${stage.language}`
        await olga.client.call('item/add', { item_name: name })
        const page = await site.open(stage, 'settings')
        const choose = async (label: string, option: string) => {
          await page.getByRole('combobox', { name: label }).click()
          await page.getByRole('option', { name: option, exact: true }).click()
        }
        const save = page.getByRole('tabpanel').getByRole('button', { name: t('settings.save'), exact: true })
        const saved = page.getByText(t('settings.saved'))
        await expect(page.getByLabel(t('site.beian'))).toHaveCount(stage.language === 'zh-cn' ? 1 : 0)
        await expect(page.getByLabel(t('site.versions'))).toHaveValue('20')

        await page.getByLabel(t('site.versions')).fill('3')
        await page.getByLabel(t('site.registerOpen')).uncheck()
        await page.getByRole('button', { name: t('site.cancel'), exact: true }).click()
        await expect(page.getByLabel(t('site.versions'))).toHaveValue('20')
        await expect(page.getByLabel(t('site.registerOpen'))).toBeChecked()

        await expect(page.getByLabel(t('site.homeItem'), { exact: true })).toHaveCount(0)
        const asked = page.waitForRequest((request) => request.url().includes('adminItem.list'))
        await choose(t('site.homePage'), t('site.homePage3'))
        expect(decodeURIComponent((await asked).url())).toContain('"count":1000')
        await save.click()
        await expect(page.getByText(t('site.homeItemRequired'))).toBeVisible()
        await choose(t('site.homeItem'), `${name} (${olga.username})`)
        await page.getByLabel(t('site.versions')).fill('seven')
        await page.getByLabel(t('site.watermark')).check()
        const url = page.getByRole('tabpanel').getByLabel(t('site.url'))
        await expect(url).toHaveValue(site.running.url)
        await expect(url).not.toBeEditable()

        await page.getByLabel(t('site.ossOpen')).check()
        const provider = page.getByRole('combobox', { name: t('site.provider.label') })
        await expect(provider).toHaveValue(t('site.provider.aliyun'))
        await expect(page.getByRole('combobox', { name: t('site.protocol') })).toHaveValue('http')
        const shown: Readonly<Record<string, readonly string[]>> = {
          aliyun: ['key', 'secret', 'endpoint'],
          qiniu: ['key', 'secret'],
          qcloud: ['secretId', 'secretKey', 'region'],
          s3_storage: ['key', 'secret', 'endpoint', 'region'],
        }
        for (const [kind, own] of Object.entries(shown)) {
          await choose(t('site.provider.label'), t(`site.provider.${kind}`))
          for (const field of ['key', 'secret', 'endpoint', 'secretId', 'secretKey', 'region'])
            await expect(page.getByLabel(t(`site.${field}`), { exact: true }), `${kind} ${field}`).toHaveCount(
              own.includes(field) ? 1 : 0,
            )
          for (const field of ['bucket', 'domain'])
            await expect(page.getByLabel(t(`site.${field}`), { exact: true })).toHaveCount(1)
        }
        await page.getByLabel(t('site.key'), { exact: true }).fill('AKIA')
        await page.getByLabel(t('site.secret'), { exact: true }).fill('open sesame')
        await page.getByLabel(t('site.bucket'), { exact: true }).fill('docs')
        await page.getByLabel(t('site.endpoint'), { exact: true }).fill('files.example.org')
        await look(page, `settings-${stage.language}`)
        await save.click()
        await expect(saved).toBeVisible()

        const config = await site.admin.call<Record<string, unknown>>('adminSetting/loadConfig')
        expect(config).toMatchObject({
          ...{ home_page: 3, history_version_count: 20, show_watermark: 1, oss_open: 1, register_open: 1 },
          ...{ site_url: site.running.url },
          oss_setting: { oss_type: 's3_storage', key: 'AKIA', secret: '********', bucket: 'docs' },
        })
        // Another place needs the secret again.
        await page.getByLabel(t('site.endpoint'), { exact: true }).fill('https://s3.example.org')
        await save.click()
        await expect(page.getByLabel(t('site.secret'), { exact: true })).toHaveAttribute('data-invalid', 'true')
        await page.getByLabel(t('site.secret'), { exact: true }).fill('open sesame')
        await save.click()
        await expect(page.locator('.form-actions').getByRole('status')).toHaveText('')
        const visitor = await stage.visitor()
        await visitor.goto('/')
        await expect(visitor).toHaveURL(new RegExp(`/${String(config['home_item'])}`))

        const ossSetting = { oss_type: 'aliyun', key: '', secret: '', bucket: '', endpoint: '' }
        const fresh = { home_page: 1, home_item: 0, show_watermark: 0, oss_open: 0, history_version_count: 20 }
        await site.admin.call('adminSetting/saveConfig', { ...fresh, oss_setting: ossSetting })
      },
    )
  })
})
