import { readFileSync } from 'node:fs'
import { languagesOf } from './support/languages.ts'
import { lookInBothLanguages } from './support/other-language.ts'
import { expect, expectAccessibleInBothSchemes, expectToFit, prefer, shareSession, test } from './support/product.ts'
import { wordsOf } from './support/words.ts'

const GIVEN = 'a word of the office'
const OWN = 'a quieter owl at dawn'

for (const language of languagesOf('a password that an administrator gives'))
  test(`a password that an administrator gives is changed when its person logs in (${language})`, async ({
    page,
    browser,
    admin,
    server,
  }) => {
    const file = new URL(`../../plugins/backstage/locales/${language}.json`, import.meta.url)
    const backstage = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>
    const t = (key: string): string => backstage[key] ?? key
    const say = (key: string, variables = {}): string => wordsOf(language, 'account', key, variables)
    const username = `due-password-${language}`
    const dialog = page.getByRole('dialog')
    const mustChange = dialog.getByLabel(t('people.mustChangePassword'))

    lookInBothLanguages(page.context())
    await prefer(page, language, 'light')
    await shareSession(page, admin)
    await page.goto('/admin/backstage-people')
    await page.getByRole('button', { name: t('people.add') }).click()
    await dialog.getByLabel(t('people.column.username')).fill(username)
    await expect(mustChange).toBeDisabled()
    await dialog.getByLabel(t('people.password'), { exact: true }).fill(GIVEN)
    await mustChange.check()
    await expectAccessibleInBothSchemes(page)
    await page.screenshot({ path: test.info().outputPath(`give-${language}.png`) })
    await dialog.getByRole('button', { name: t('people.addAction'), exact: true }).click()
    await expect(dialog).toHaveCount(0)

    const own = await (await browser.newContext({ baseURL: server.url })).newPage()
    lookInBothLanguages(own.context())
    await prefer(own, language, 'light')
    await own.goto('/user/login?redirect=/user/setting')
    await own.getByLabel(say('login.account')).fill(username)
    await own.getByLabel(say('login.password'), { exact: true }).fill(GIVEN)
    await own.keyboard.press('Enter')

    // By the keyboard alone, and without the given password being typed again.
    const chosen = own.getByLabel(say('setting.passwordNew'), { exact: true })
    await expect(own.getByText(say('duePassword.text', { username }))).toBeVisible()
    await expect(chosen).toBeFocused()
    expect((await own.context().cookies()).map(({ name }) => name)).not.toContain('token')
    await expectAccessibleInBothSchemes(own)
    await own.screenshot({ path: test.info().outputPath(`choose-${language}.png`) })
    await own.setViewportSize({ width: 390, height: 844 })
    await expectToFit(own)
    await own.keyboard.type(GIVEN)
    await own.getByLabel(say('setting.passwordConfirm'), { exact: true }).fill(GIVEN)
    await own.keyboard.press('Enter')
    await expect(own.getByRole('alert')).not.toBeEmpty()
    await chosen.fill(OWN)
    await own.getByLabel(say('setting.passwordConfirm'), { exact: true }).fill(OWN)
    await own.keyboard.press('Enter')
    await expect(own).toHaveURL('/user/setting')

    // Whoever goes back types both anew.
    await own.context().clearCookies()
    await prefer(own, language, 'light')
    await admin.call('adminUser/addUser', { username: `${username}-2`, password: GIVEN, must_change_password: 1 })
    await own.goto('/user/login')
    await own.getByLabel(say('login.account')).fill(`${username}-2`)
    await own.getByLabel(say('login.password'), { exact: true }).fill(GIVEN)
    await own.keyboard.press('Enter')
    await own.getByRole('button', { name: say('duePassword.back') }).click()
    await expect(own.getByLabel(say('login.password'), { exact: true })).toHaveValue('')
    await expect(own.getByLabel(say('login.account'))).toBeFocused()
    await own.context().close()
  })
