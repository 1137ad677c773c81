import { readFileSync } from 'node:fs'
import { onBackstageSite } from './support/backstage-site.ts'
import { look, textsFor } from './support/backstage.ts'
import { expect, restClient, test } from './support/product.ts'
import { ADMIN } from './support/running-server.ts'

test.describe('what administrators look up and hand on', () => {
  onBackstageSite('record', (site, on) => {
    on('the audit is searched by person, action and day, and saved as a file without formulas', async (stage) => {
      const t = textsFor(stage)
      const username = `=audit-${stage.language}`
      const password = 'a quieter owl at dawn'
      const { uid } = await site.admin.call<{ readonly uid: number }>('adminUser/addUser', { username, password })
      await restClient(site.running.url, username, password)
      await site.admin.call('adminUser/switchOff', { uid })
      await expect(restClient(site.running.url, username, password)).rejects.toThrow()
      const page = await site.open(stage, 'audit')
      const person = page.getByLabel(t('audit.person'))
      const action = page.getByRole('combobox', { name: t('audit.what') })
      await person.fill(username)
      await expect(page.getByRole('row')).toHaveCount(5)
      const columns = ['when', 'who', 'what', 'object', 'address']
      await expect(page.getByRole('columnheader')).toHaveText(columns.map((column) => t(`audit.column.${column}`)))
      const refused = t('audit.refused', { reason: t('audit.result.accountSwitchedOff') })
      await expect(page.getByRole('row').nth(1)).toContainText(refused)
      await expect(page.getByRole('row').nth(2)).toContainText(t('audit.action.account.switchedOff'))
      await expect(page.getByRole('row').nth(2)).toContainText(ADMIN.username)
      await look(page, `audit-${stage.language}`)

      await action.focus()
      await page.keyboard.type(t('audit.action.account.login'))
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('row')).toHaveCount(3)
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: t('audit.file') }).click()
      const saved = readFileSync(await (await download).path(), 'utf8')
      const lines = saved.split('\r\n')
      expect(lines).toHaveLength(4)
      expect(lines[0]).toMatch(new RegExp(`^\\uFEFF${t('audit.column.when')},${t('audit.column.who')},`))
      expect(lines.slice(1, 3).every((line) => line.split(',')[1] === `'${username}`)).toBe(true)

      await page.getByLabel(t('audit.from'), { exact: true }).fill('2100-01-01')
      await expect(page.getByText(t('audit.none'))).toBeVisible()
      await expect(page.getByRole('button', { name: t('audit.file') })).toBeDisabled()
      await page.getByLabel(t('audit.from'), { exact: true }).fill('2020-01-01')
      await page.getByLabel(t('audit.to'), { exact: true }).fill('2100-01-01')
      await expect(page.getByRole('row')).toHaveCount(3)
      await site.admin.call('adminUser/deleteUser', { uid })
      await person.fill(`#${uid}`)
      await action.fill('')
      await page.getByRole('option', { name: t('audit.everything'), exact: true }).click()
      await expect(page.getByRole('row')).toHaveCount(6)
      await expect(page.getByRole('row').nth(2)).toContainText(t('audit.gone', { id: uid }))
    })

    on('what a leaver owns is listed and handed over, and then the account can be deleted', async (stage) => {
      const t = textsFor(stage)
      const [{ client, username }, receiver] = [await stage.person('lena'), await stage.person('rolf')]
      for (let number = 1; number <= 8; number += 1) await client.call('item/add', { item_name: `Legacy ${number}` })
      await client.call('team/save', { team_name: 'Keepers' })
      const page = await site.open(stage, 'people')
      const dialog = page.getByRole('dialog')
      const row = page.getByRole('row').filter({ hasText: username })
      await page.getByLabel(t('people.search')).fill(username)
      const askToDelete = async () => {
        await row.getByRole('button', { name: t('people.delete', { username }) }).click()
        await dialog.getByRole('button', { name: t('people.deleteAction'), exact: true }).click()
      }
      await askToDelete()
      await expect(dialog.getByRole('alert')).toContainText(username)
      await dialog.getByRole('button', { name: stage.say('common', 'action.cancel') }).click()

      // By the keyboard alone.
      await row.getByRole('button', { name: t('people.more', { username }) }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('listitem').first()).toContainText('Keepers')
      await expect(dialog.getByRole('listitem').filter({ hasText: 'Legacy' })).toHaveCount(6)
      await expect(dialog).toContainText(t('people.handOver.total', { total: 9 }))
      await look(page, `hand-over-${stage.language}`)
      await dialog.getByLabel(t('list.count')).selectOption('20')
      await expect(dialog.getByRole('listitem').filter({ hasText: 'Legacy' })).toHaveCount(8)
      const field = dialog.getByLabel(t('people.handOver.receiver'))
      await field.fill(username)
      await dialog.getByRole('button', { name: t('people.handOver.action'), exact: true }).click()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toBeFocused()
      await field.fill(receiver.username)
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(
        page.getByText(t('people.handOver.done', { receiver: receiver.username, items: 8, teams: 1, more: '' })),
      ).toBeVisible()
      await askToDelete()
      await expect(row).toHaveCount(0)
      const items = await receiver.client.call<readonly unknown[]>('item/myList')
      expect(items).toHaveLength(8)
    })
  })
})
