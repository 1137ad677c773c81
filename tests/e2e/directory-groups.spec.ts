import ldapEn from '#plugins/ldap-login/locales/en.json' with { type: 'json' }
import ldapZhCn from '#plugins/ldap-login/locales/zh-cn.json' with { type: 'json' }
import teamsEn from '#web/i18n/en/teams.json' with { type: 'json' }
import teamsZhCn from '#web/i18n/zh-cn/teams.json' with { type: 'json' }
import { groupDn, hasSlapd, Slapd } from '#tests/support/slapd.ts'
import { languagesOf } from './support/languages.ts'
import { lookInBothLanguages } from './support/other-language.ts'
import { startPreparedServer } from './support/prepared-server.ts'
import { expect, expectAccessible, expectToFit, prefer, restClient, signIn, test } from './support/product.ts'
import { ADMIN } from './support/running-server.ts'

const TEXTS = { en: ldapEn, 'zh-cn': ldapZhCn }
const TEAM_TEXTS = { en: teamsEn, 'zh-cn': teamsZhCn }
const LI = { uid: 'li', name: 'Li Wei', password: 'of the directory', mail: 'li@example.org' }

interface TeamMember {
  readonly member_username: string
}

for (const language of languagesOf('a group of the directory')) {
  test(`an administrator says for which team a group of the directory stands, and its people join and leave it (${language})`, async ({
    page,
  }) => {
    test.skip(!hasSlapd(), 'there is no directory on this machine')
    lookInBothLanguages(page.context())
    const t = TEXTS[language]
    const slapd = await Slapd.with([LI], [{ cn: 'gateway', uids: ['li'] }])
    // A server of its own, because ways to log in are everybody's.
    const server = await startPreparedServer()
    try {
      const admin = await restClient(server.url, ADMIN.username, ADMIN.password)
      const { id: teamId } = await admin.call<{ id: number }>('team/save', { team_name: 'Gateway' })
      await admin.call('team/save', { team_name: 'Payments' })
      await admin.call('adminSetting/saveLdapConfig', {
        ldap_open: 1,
        ldap_form: JSON.stringify(slapd.form),
      })
      const members = async () =>
        (await admin.call<TeamMember[]>('teamMember/getList', { team_id: teamId })).map(
          ({ member_username: name }) => name,
        )
      const logIn = () => restClient(server.url, LI.uid, LI.password)
      const shot = (name: string) =>
        page.screenshot({ path: test.info().outputPath(`${name}-${language}.png`), fullPage: true })

      await page.goto(`${server.url}/user/login`)
      await signIn(page, server.url)
      await prefer(page, language, language === 'en' ? 'light' : 'dark')
      await page.goto(`${server.url}/admin/ldap-login-ldap`)
      const groups = page.getByRole('region', { name: t['groups.title'] })
      await expect(groups.getByText(t['groups.none'], { exact: true })).toBeVisible()

      await groups.getByRole('button', { name: t['groups.add'], exact: true }).click()
      const dialog = page.getByRole('dialog')
      const send = dialog.getByRole('button', { name: t['groups.addAction'], exact: true })
      await dialog.getByLabel(t['groups.group'], { exact: true }).fill('gateway')
      await send.click()
      await expect(dialog.getByText(t['groups.wrongGroup'])).toBeVisible()
      await expect(dialog.getByText(t['groups.teamMissing'])).toBeVisible()
      await dialog.getByLabel(t['groups.group'], { exact: true }).fill(groupDn('gateway'))
      const team = dialog.getByRole('combobox', { name: t['groups.team'] })
      await team.fill('gatew')
      await expect(dialog.getByRole('option')).toHaveCount(1)
      // By the keyboard alone.
      await team.press('ArrowDown')
      await team.press('Enter')
      await expect(team).toHaveValue(`Gateway (${ADMIN.username})`)
      await expectAccessible(page)
      await shot('add')
      await send.click()
      await expect(groups.getByRole('listitem')).toContainText(groupDn('gateway'))
      await expect(groups.getByRole('listitem')).toContainText('Gateway')

      await page.getByLabel(t['try.username']).fill('li')
      await page.getByRole('button', { name: t['try.run'], exact: true }).click()
      await expect(page.locator('.ldap-person')).toContainText('Gateway')
      await expectAccessible(page)
      await shot('wide')
      await page.setViewportSize({ width: 390, height: 844 })
      await expectToFit(page)
      await shot('phone')
      await page.setViewportSize({ width: 1440, height: 900 })

      await logIn()
      expect(await members()).toEqual(['li'])

      // Who came by the directory is told from whom somebody added, before anybody is removed in vain.
      await page.goto(`${server.url}/team/member/${teamId}`)
      const row = page.getByRole('row', { name: 'li' })
      const authority = language === 'en' ? 'the company directory' : '公司目录（LDAP）'
      await expect(row).toContainText(TEAM_TEXTS[language]['members.addedBy'].replace('{{authority}}', authority))
      await row.getByRole('button').last().click()
      await expect(dialog).toContainText(TEAM_TEXTS[language]['members.remove.ofDirectory'])
      await expectAccessible(page)
      await shot('member')
      await page.keyboard.press('Escape')

      await admin.call('ldapGroups/add', { group: groupDn('gatewya'), team_id: teamId })
      await page.goto(`${server.url}/admin/ldap-login-ldap`)
      const mistyped = groups.getByRole('listitem').filter({ hasText: 'gatewya' })
      await expect(mistyped).toContainText(t['groups.missing'])
      await expect(groups.getByText(t['groups.missing'])).toHaveCount(1)
      await expectAccessible(page)
      await shot('missing')
      await admin.call('ldapGroups/remove', { group: groupDn('gatewya'), team_id: teamId })
      await page.reload()
      await expect(groups.getByRole('listitem')).toHaveCount(1)

      const group = { group: groupDn('gateway'), team: 'Gateway' }
      const named = (text: string) => text.replace('{{group}}', group.group).replace('{{team}}', group.team)
      await groups.getByRole('button', { name: named(t['groups.removeNamed']), exact: true }).click()
      await expect(dialog).toContainText(named(t['groups.removeText']))
      await shot('remove')
      await dialog.getByRole('button', { name: t['groups.remove'], exact: true }).click()
      await expect(groups.getByText(t['groups.none'], { exact: true })).toBeVisible()
      await logIn()
      expect(await members()).toEqual([])
    } finally {
      await server.stop()
      await slapd.close()
    }
  })
}
