import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PLUGIN_API_VERSION } from '#core/plugin.ts'
import { FakeSignInSite } from '#tests/support/sign-in-site.ts'
import { newDataDirectory } from './support/prepared-server.ts'
import { expect, expectAccessible, prefer, test } from './support/product.ts'
import { startServer } from './support/running-server.ts'
import { expectStoredUser } from './support/stored-user.ts'

/** A plugin as an operator drops it in: people of a directory, and the site at this address. */
const serverEntry = (address: string): string => `
import { createHash } from 'node:crypto'
export default ({ contribute, loginMethods, signInRedirects }) => ({
  contributes: [
    contribute(loginMethods, {
      id: 'directory',
      title: { en: 'the directory', 'zh-cn': '目录' },
      verify: async (_, { username, password }) =>
        username === 'dora' && password === 'of the directory' ? { externalId: '1', username, name: 'Dora' } : null,
    }),
    contribute(signInRedirects, {
      id: 'company',
      title: { en: 'the company account', 'zh-cn': '公司账号' },
      async start(_, { callbackUrl, state, codeVerifier }) {
        const challenge = createHash('sha256').update(codeVerifier).digest('base64url')
        const query = new URLSearchParams({ redirect_uri: callbackUrl, state, code_challenge: challenge })
        return '${address}/authorize?' + query
      },
      async finish(_, { query, callbackUrl, codeVerifier }, signal) {
        const given = new URLSearchParams({ code: query.code, redirect_uri: callbackUrl, code_verifier: codeVerifier })
        const reply = await fetch('${address}/person?' + given, { signal })
        return reply.ok ? reply.json() : null
      },
    }),
  ],
})`

test('[LOGIN-08] [LOGIN-09] [LOGIN-13] [LOGIN-25] people log in with accounts they have elsewhere', async ({
  page,
}) => {
  const elsewhere = new FakeSignInSite()
  await elsewhere.open()
  const dataDirectory = await newDataDirectory()
  const home = path.join(dataDirectory, 'plugins', 'company')
  await mkdir(home, { recursive: true })
  const manifest = { id: 'company', apiVersion: PLUGIN_API_VERSION, summary: 'Knows people.', server: 'server.js' }
  await writeFile(path.join(home, 'manifest.json'), JSON.stringify(manifest))
  await writeFile(path.join(home, 'server.js'), serverEntry(elsewhere.address))
  const server = await startServer({ dataDirectory })
  const button = page.getByRole('link', { name: 'Log in with the company account' })
  try {
    await prefer(page, 'zh-cn', 'dark')
    await page.goto(`${server.url}/user/login`)
    await expect(page.getByRole('link', { name: '使用公司账号登录' })).toBeVisible()
    await expect(page.getByText('也可以使用目录的用户名和密码。')).toBeVisible()
    await expectAccessible(page)

    await prefer(page, 'en', 'light')
    await page.goto(`${server.url}/user/login?redirect=/user/setting`)
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('You were not logged in there.')
    await expectAccessible(page)

    elsewhere.person = { externalId: 'sub-1', username: 'carla', name: 'Carla' }
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${server.url}/user/setting`)
    await expectStoredUser(page, expect.objectContaining({ username: 'carla' }))

    await page.context().clearCookies()
    await prefer(page, 'en', 'light')
    await page.goto(`${server.url}/user/login?redirect=/user/setting`)
    await page.getByLabel('Username or e-mail').fill('dora')
    await page.getByLabel('Password', { exact: true }).fill('of the directory')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL(`${server.url}/user/setting`)
  } finally {
    await server.stop()
    await elsewhere.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
})
