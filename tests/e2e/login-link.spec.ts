import { readConfig } from '#server/config.ts'
import { loginLink } from '#server/login-link.ts'
import { languagesOf } from './support/languages.ts'
import { lookInBothLanguages } from './support/other-language.ts'
import { expect, expectAccessibleInBothSchemes, expectToFit, newPerson, prefer, test } from './support/product.ts'
import { expectStoredUser } from './support/stored-user.ts'
import { wordsOf } from './support/words.ts'

for (const language of languagesOf('a link of the operator'))
  test(`a link of the operator logs in with a click, once, and stands in no address (${language})`, async ({
    page,
    server,
  }) => {
    const { username } = await newPerson(server.url, `link-ann-${language}`)
    const say = (key: string): string => wordsOf(language, 'account', key, {})
    const address = new URL(await loginLink(readConfig({ DATA_DIR: server.dataDirectory }), username))
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    lookInBothLanguages(page.context())
    await prefer(page, language, 'light')

    const reply = await page.goto(`${address.pathname}${address.hash}`)

    expect(reply?.headers()['referrer-policy']).toBe('no-referrer')
    await expect(page.getByText(say('linkLogin.text'))).toBeVisible()
    await expect(page).toHaveURL('/user/loginByUserToken')
    await expectAccessibleInBothSchemes(page)
    await page.screenshot({ path: test.info().outputPath(`light-${language}.png`) })
    await prefer(page, language, 'dark')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectToFit(page)
    await page.screenshot({ path: test.info().outputPath(`dark-${language}.png`) })
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('token')
    await page.getByRole('button', { name: say('linkLogin.action'), exact: true }).click()
    await expect(page).toHaveURL('/item/index')
    await expectStoredUser(page, { username, name: '' })
    expect(asked.join()).not.toContain(address.hash.slice(1))

    // A page that is open notices the logout and goes elsewhere by itself.
    await page.goto('about:blank')
    await page.context().clearCookies({ name: 'token' })
    await page.goto(`${address.pathname}${address.hash}`)
    await page.getByRole('button', { name: say('linkLogin.action'), exact: true }).click()
    await expect(page.getByRole('alert')).not.toBeEmpty()
    await expect(page).toHaveURL('/user/loginByUserToken')
  })
