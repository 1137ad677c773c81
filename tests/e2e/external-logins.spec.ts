import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import keyEn from '#plugins/key-login/locales/en.json' with { type: 'json' }
import keyZhCn from '#plugins/key-login/locales/zh-cn.json' with { type: 'json' }
import ldapEn from '#plugins/ldap-login/locales/en.json' with { type: 'json' }
import ldapZhCn from '#plugins/ldap-login/locales/zh-cn.json' with { type: 'json' }
import oauthEn from '#plugins/oauth-login/locales/en.json' with { type: 'json' }
import oauthZhCn from '#plugins/oauth-login/locales/zh-cn.json' with { type: 'json' }
import { OauthSite } from '#tests/support/oauth-site.ts'
import { BASE, hasSlapd, READER, Slapd } from '#tests/support/slapd.ts'
import { expectPartsBelowTitle } from './support/backstage.ts'
import { languagesOf } from './support/languages.ts'
import { lookInBothLanguages } from './support/other-language.ts'
import { startPreparedServer } from './support/prepared-server.ts'
import { expect, expectAccessible, expectToFit, prefer, restClient, signIn, test } from './support/product.ts'
import { ADMIN, type RunningServer } from './support/running-server.ts'
import { expectStoredUser } from './support/stored-user.ts'
import type { Language } from './support/words.ts'

const LDAP = { en: ldapEn, 'zh-cn': ldapZhCn }
const OAUTH = { en: oauthEn, 'zh-cn': oauthZhCn }
const LI = { uid: 'li', name: 'Li Wei', password: 'of the directory', mail: 'li@example.org' }
const LOGIN = {
  en: {
    name: 'Username or e-mail',
    password: 'Password',
    button: 'Log in',
    also: /^You can also/,
    account: 'Account',
    logout: 'Log out',
  },
  'zh-cn': {
    name: '用户名或邮箱',
    password: '密码',
    button: '登录',
    also: /^也可以使用/,
    account: '账号',
    logout: '退出登录',
  },
}

/** A server of its own, because ways to log in are everybody's. */
async function withServer(work: (server: RunningServer) => Promise<void>): Promise<void> {
  const server = await startPreparedServer()
  try {
    await work(server)
  } finally {
    await server.stop()
  }
}

async function asAdministrator(page: Page, { url }: RunningServer, language: Language, section: string): Promise<void> {
  lookInBothLanguages(page.context())
  await page.goto(`${url}/user/login`)
  await signIn(page, url)
  await prefer(page, language, language === 'en' ? 'light' : 'dark')
  await page.goto(`${url}/admin/${section}`)
}

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
}

for (const language of languagesOf('accounts of elsewhere')) {
  test(`[GEN-04] [LOGIN-25] [ADMIN-37] [ADMIN-38] people of a directory log in once an administrator has set it up (${language})`, async ({
    page,
  }) => {
    test.skip(!hasSlapd(), 'there is no directory on this machine')
    const slapd = await Slapd.with([LI])
    const t = LDAP[language]
    try {
      await withServer(async (server) => {
        await asAdministrator(page, server, language, 'ldap-login-ldap')
        await expect(page.getByLabel(t['field.port'])).toHaveValue('389')
        await expect(page.getByRole('combobox', { name: t['field.version'] })).toHaveValue('3')
        await expect(page.getByLabel(t['field.searchFilter'])).toHaveValue('(cn=*)')
        await expectPartsBelowTitle(page)
        await expectAccessible(page)
        await page.getByLabel(t['field.isOpen']).check()
        await fill(page, {
          [t['field.host']]: '127.0.0.1',
          [t['field.port']]: String(slapd.port),
          [t['field.baseDn']]: BASE,
          [t['field.bindDn']]: READER.dn,
          [t['field.bindPassword']]: READER.password,
          [t['field.userField']]: 'uid',
        })
        await page.getByRole('button', { name: t.save, exact: true }).click()
        await expect(page.getByRole('alert')).toContainText('TLS')

        await fill(page, {
          [t['field.caCertificate']]: slapd.ca,
          [t['try.username']]: 'li',
          [t['try.password']]: 'guessed',
        })
        await page.getByRole('button', { name: t['try.run'], exact: true }).click()
        await expect(page.locator('.trial-steps')).toContainText(t['problem.wrongPassword'])
        await expect(page.locator('.ldap-person')).toContainText('li@example.org')
        await expectAccessible(page)
        await expectToFit(page)

        await page.getByRole('button', { name: t.save, exact: true }).click()
        await expect(page.getByText(t.saved)).toBeVisible()
        await expect(page.getByLabel(t['field.bindPassword'], { exact: true })).not.toHaveValue(READER.password)

        await page.context().clearCookies()
        await prefer(page, language, 'light')
        await page.goto(`${server.url}/user/login?redirect=/user/setting`)
        const words = LOGIN[language]
        await expect(page.getByText(words.also)).toBeVisible()
        await page.getByLabel(words.name).fill('li')
        await page.getByLabel(words.password, { exact: true }).fill(LI.password)
        await page.getByRole('button', { name: words.button, exact: true }).click()
        await expect(page).toHaveURL(`${server.url}/user/setting`)
        await expectStoredUser(page, expect.objectContaining({ name: 'Li Wei' }))
      })
    } finally {
      await slapd.close()
    }
  })

  test(`[GEN-04] [LOGIN-08] [LOGIN-18] [ADMIN-41] people log in at another site once an administrator has set it up, and end there (${language})`, async ({
    page,
  }) => {
    const elsewhere = new OauthSite()
    await elsewhere.open()
    elsewhere.person = { id: 7, login: 'wei', name: 'Wei' }
    const t = OAUTH[language]
    const words = LOGIN[language]
    try {
      await withServer(async (server) => {
        await asAdministrator(page, server, language, 'oauth-login-oauth2')
        await expect(page.getByRole('combobox', { name: t['field.protocol'] })).toHaveValue('https')
        await expectPartsBelowTitle(page)
        await expectAccessible(page)
        await expectToFit(page)
        await page.getByLabel(t['field.isOpen']).check()
        await page.getByRole('button', { name: t.save, exact: true }).click()
        await expect(page.getByLabel(t['field.clientId'])).toBeFocused()
        await page.getByRole('combobox', { name: t['field.protocol'] }).click()
        await page.getByRole('option', { name: 'http', exact: true }).click()
        await fill(page, {
          [t['field.entranceTips']]: 'Staff only',
          [t['field.clientId']]: elsewhere.client.id,
          [t['field.clientSecret']]: elsewhere.client.secret,
          [t['field.host']]: elsewhere.host,
          [t['field.authorizePath']]: '/oauth/authorize',
          [t['field.tokenPath']]: '/oauth/token',
          [t['field.userinfoPath']]: '/me',
          [t['field.logoutRedirectUri']]: `http://${elsewhere.host}/bye`,
        })
        await page.getByRole('button', { name: t.save, exact: true }).click()
        await expect(page.getByText(t.saved)).toBeVisible()

        await page.context().clearCookies()
        await prefer(page, language, 'light')
        await page.goto(`${server.url}/user/login?redirect=/user/setting`)
        await page.getByRole('link', { name: 'Staff only' }).click()
        await expect(page).toHaveURL(`${server.url}/user/setting`)
        await expectStoredUser(page, expect.objectContaining({ username: 'wei' }))

        await page.goto(`${server.url}/item/index`)
        await page.getByRole('button', { name: words.account }).click()
        await page.getByRole('menuitem', { name: words.logout }).click()
        await expect(page).toHaveURL(`http://${elsewhere.host}/bye`)
      })
    } finally {
      elsewhere.close()
    }
  })
}

test('[ADMIN-45] the login secret key is shown and made anew in Chinese alone, and lets a portal log people in', async ({
  page,
}) => {
  await withServer(async (server) => {
    await asAdministrator(page, server, 'en', 'index')
    await expect(page.getByRole('link', { name: ldapEn.title })).toBeVisible()
    await expect(page.getByRole('link', { name: keyEn.title })).toHaveCount(0)

    await prefer(page, 'zh-cn', 'dark')
    await page.goto(`${server.url}/admin/key-login-key`)
    const field = page.getByLabel(keyZhCn.key, { exact: true })
    await expect(field).toHaveValue('')
    await page.getByRole('button', { name: keyZhCn.show }).click()
    await expect(field).toHaveValue(/^[\w-]{43}$/)
    await expect(field).not.toBeEditable()
    await expectAccessible(page)
    await expectToFit(page)
    const former = await field.inputValue()
    await page.getByRole('button', { name: keyZhCn.reset }).click()
    await expect(page.getByRole('dialog')).toContainText(keyZhCn.resetText)
    await page.getByRole('dialog').getByRole('button', { name: keyZhCn.reset }).click()
    await expect(field).not.toHaveValue(former)
    await expect(field).toHaveValue(/^[\w-]{43}$/)
    const key = await field.inputValue()
    const client = await restClient(server.url, ADMIN.username, ADMIN.password)
    expect(await client.call('adminSetting/getLoginSecretKey')).toEqual({ login_secret_key: key })

    await page.context().clearCookies()
    const time = String(Math.floor(Date.now() / 1000))
    const token = createHash('md5').update(`portal${key}${time}`).digest('hex')
    const link = new URLSearchParams({ username: 'portal', time, token, redirect: '/user/setting' })
    await page.goto(`${server.url}/api/ExtLogin/bySecretKey?${link.toString()}`)
    await expect(page).toHaveURL(`${server.url}/user/setting`)
  })
})
