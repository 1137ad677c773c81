import en from '#plugins/oauth-login/locales/en.json' with { type: 'json' }
import zhCn from '#plugins/oauth-login/locales/zh-cn.json' with { type: 'json' }
import { GithubSite } from '#tests/support/github-site.ts'
import { languagesOf } from './support/languages.ts'
import { lookInBothLanguages } from './support/other-language.ts'
import { startPreparedServer } from './support/prepared-server.ts'
import {
  expect,
  expectAccessibleInBothSchemes,
  expectToFit,
  prefer,
  register,
  restClient,
  shareSession,
  test,
} from './support/product.ts'
import { ADMIN } from './support/running-server.ts'
import { wordsOf } from './support/words.ts'

const OAUTH = { en, 'zh-cn': zhCn }

for (const language of languagesOf('sites of an administrator'))
  test(`[LOGIN-08] sites are added by an administrator, and an account is linked with one and logged in with it (${language})`, async ({
    page,
  }) => {
    // So many screens take a busy machine long.
    test.slow()
    lookInBothLanguages(page.context())
    const t = OAUTH[language]
    const say = (key: string, variables = {}): string => wordsOf(language, 'account', key, variables)
    const shot = (name: string) =>
      page.screenshot({ path: test.info().outputPath(`${name}-${language}.png`), fullPage: true })
    const dialog = page.getByRole('dialog')
    const github = new GithubSite()
    await github.open()
    // A server of its own, because ways to log in are everybody's.
    const server = await startPreparedServer()
    try {
      const admin = await restClient(server.url, ADMIN.username, ADMIN.password)
      await page.goto(`${server.url}/user/login`)
      await shareSession(page, admin)
      await prefer(page, language, 'light')
      await page.goto(`${server.url}/admin/oauth-login-oauth2`)
      await expect(page.getByText(t['sites.none'], { exact: true })).toBeVisible()
      await page.getByRole('button', { name: t['sites.add'], exact: true }).click()
      await expect(dialog.getByLabel(t['sites.id'])).toHaveValue('github')
      await dialog.getByLabel(t['sites.id']).fill('not one')
      await dialog.getByRole('button', { name: t['sites.addAction'], exact: true }).click()
      await expect(dialog.getByText(t['sites.wrongId'])).toBeVisible()
      await dialog.getByLabel(t['field.preset']).selectOption('wecom')
      await expect(dialog.getByLabel(t['sites.id'])).toHaveValue('wecom')
      await dialog.getByRole('button', { name: t['sites.addAction'], exact: true }).click()
      await expect(dialog).toHaveCount(0)

      const sites = page.getByRole('region', { name: t['sites.title'] })
      await expect(sites.getByLabel(t['field.agentId'])).toBeVisible()
      await expect(sites.getByLabel(t['field.issuer'])).toHaveCount(0)
      await sites.getByLabel(t['field.isOpen']).check()
      await sites.getByLabel(t['field.clientId'], { exact: true }).fill('ww1')
      await sites.getByRole('button', { name: t.save, exact: true }).click()
      await expect(sites.getByLabel(t['field.clientSecret'], { exact: true })).toBeFocused()
      await expectAccessibleInBothSchemes(page)
      await shot('sites')
      await sites.getByLabel(t['field.clientSecret'], { exact: true }).fill('secret')
      await sites.getByLabel(t['field.agentId'], { exact: true }).fill('1000002')
      await sites.getByRole('button', { name: t.save, exact: true }).click()
      await expect(page.getByText(t.saved)).toBeVisible()
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 390, height: 844 })
      await expectToFit(page)
      await shot('sites-narrow-dark')
      await page.setViewportSize({ width: 1440, height: 900 })
      await admin.call('oauthSites/save', {
        id: 'github',
        is_open: true,
        form: {
          ...{ preset: 'github', title: 'GitHub', client_id: github.client.id, client_secret: github.client.secret },
          ...{ protocol: 'http', host: github.host },
        },
      })

      await page.context().clearCookies()
      await prefer(page, language, 'light')
      await page.goto(`${server.url}/user/login`)
      await expect(page.getByRole('link', { name: say('login.with', { title: 'GitHub' }) })).toBeVisible()
      await expectAccessibleInBothSchemes(page)
      await shot('login')

      const person = await register(server.url, `linker-${language}`)
      github.person = { id: 7, login: 'somebody-else', name: 'Octo', email: null }
      await shareSession(page, person.client)
      await page.goto(`${server.url}/user/setting`)
      await page.getByRole('button', { name: say('linked.linkTo', { title: 'GitHub' }) }).click()
      await expectAccessibleInBothSchemes(page)
      await shot('link-dialog')
      await dialog.getByRole('textbox').fill(person.password)
      await page.keyboard.press('Enter')
      // There and back.
      await expect(page.getByRole('button', { name: say('linked.unlinkFrom', { title: 'GitHub' }) })).toBeVisible()
      await expect(page).toHaveURL(`${server.url}/user/setting`)
      await shot('linked')
      await page.setViewportSize({ width: 390, height: 844 })
      await expectToFit(page)
      await shot('linked-narrow')
      await page.setViewportSize({ width: 1440, height: 900 })

      await page.context().clearCookies()
      await prefer(page, language, 'light')
      await page.goto(`${server.url}/user/login?redirect=/user/setting`)
      await page.getByRole('link', { name: say('login.with', { title: 'GitHub' }) }).click()
      await expect(page.getByLabel(say('setting.username'))).toHaveValue(person.username)

      await page.getByRole('button', { name: say('linked.unlinkFrom', { title: 'GitHub' }) }).click()
      await dialog.getByRole('textbox').fill(person.password)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: say('linked.linkTo', { title: 'GitHub' }) })).toBeVisible()
    } finally {
      await server.stop()
      github.close()
    }
  })
