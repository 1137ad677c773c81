import type { Page } from '@playwright/test'
import { authenticator } from '#tests/support/authenticator.ts'
import { languagesOf } from './support/languages.ts'
import { lookInBothLanguages } from './support/other-language.ts'
import { expect, expectAccessibleInBothSchemes, expectToFit, prefer, test } from './support/product.ts'
import { wordsOf } from './support/words.ts'

const PASSWORD = 'a quieter owl at dawn'
/** @param ahead half minutes from now: a code is good once, and the next one already */
const codeOf = (secret: string, ahead = 0): string =>
  authenticator(secret.replaceAll(' ', ''), { now: () => new Date() }).code(ahead)

for (const language of languagesOf('a second factor'))
  test(`a second factor is set up, asked for at the login, and switched off (${language})`, async ({ page, admin }) => {
    // So many screens take a busy machine long.
    test.slow()
    const say = (key: string, variables = {}): string => wordsOf(language, 'account', key, variables)
    const username = `second-factor-${language}`
    const dialog = page.getByRole('dialog')
    const shot = (name: string) => page.screenshot({ path: test.info().outputPath(`${name}-${language}.png`) })
    await admin.call('adminUser/addUser', { username, password: PASSWORD })
    const logIn = async (page: Page) => {
      await page.goto('/user/login?redirect=/user/setting')
      await page.getByLabel(say('login.account')).fill(username)
      await page.getByLabel(say('login.password'), { exact: true }).fill(PASSWORD)
      await page.keyboard.press('Enter')
    }

    lookInBothLanguages(page.context())
    await prefer(page, language, 'light')
    await logIn(page)
    await expect(page).toHaveURL('/user/setting')
    await page.getByRole('button', { name: say('secondFactor.setUp'), exact: true }).click()
    await dialog.getByLabel(say('setting.passwordNow'), { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('img', { name: say('secondFactor.picture') })).toBeVisible()
    await expect(dialog.getByLabel(say('secondFactor.code'), { exact: true })).toBeFocused()
    await expectAccessibleInBothSchemes(page)
    await shot('picture')
    const secret = (await dialog.locator('code').textContent()) ?? ''

    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).not.toBeEmpty()
    await dialog.getByLabel(say('secondFactor.code'), { exact: true }).fill(codeOf(secret))
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('listitem')).toHaveCount(10)
    const recoveryCode = (await dialog.getByRole('listitem').first().textContent()) ?? ''
    await expectAccessibleInBothSchemes(page)
    await shot('recovery-codes')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectToFit(page)
    await dialog.getByRole('button', { name: say('secondFactor.kept') }).click()
    await expect(page.getByText(say('secondFactor.onText'))).toBeVisible()
    await expectToFit(page)
    await shot('on-narrow')
    await page.setViewportSize({ width: 1440, height: 900 })

    // By the keyboard alone; the password is not typed again when the code was wrong.
    await page.context().clearCookies()
    await prefer(page, language, 'dark')
    await logIn(page)
    const code = page.getByLabel(say('secondFactor.code'), { exact: true })
    await expect(code).toBeFocused()
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('token')
    await expectAccessibleInBothSchemes(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot('asked')
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).not.toBeEmpty()
    await expect(code).toBeFocused()
    await page.keyboard.type(recoveryCode.toLowerCase())
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/user/setting')
    await expect(page.getByText(say('secondFactor.left_other', { count: 9 }))).toBeVisible()
    await shot('on-dark')

    await page.getByRole('button', { name: say('secondFactor.end'), exact: true }).click()
    await dialog.getByLabel(say('setting.passwordNow'), { exact: true }).fill(PASSWORD)
    await dialog.getByLabel(say('secondFactor.code'), { exact: true }).fill(codeOf(secret, 1))
    await dialog.getByRole('button', { name: say('secondFactor.end'), exact: true }).click()
    await expect(page.getByText(say('secondFactor.offText'))).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await page.context().clearCookies()
    await prefer(page, language, 'light')
    await logIn(page)
    await expect(page).toHaveURL('/user/setting')
  })
