import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { journeySeenInBothLanguages } from './support/journey.ts'
import { expect, expectAccessibleInBothSchemes, restClient, shareSession } from './support/product.ts'
import { ADMIN } from './support/running-server.ts'

journeySeenInBothLanguages('[J24] a user who logs in elsewhere gets no password by mistake', async (stage) => {
  const file = new URL(`../../plugins/backstage/locales/${stage.language}.json`, import.meta.url)
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>
  const t = (key: string, username: string) => (texts[key] ?? key).replace('{{username}}', username)
  const admin = await restClient(stage.url, ADMIN.username, ADMIN.password)
  const username = `elsewhere-${stage.language}-${Date.now()}`
  const { login_secret_key: key } = await admin.call<Readonly<Record<string, string>>>(
    'adminSetting/resetLoginSecretKey',
  )
  const time = String(Math.floor(Date.now() / 1_000))
  const token = createHash('md5').update(`${username}${key}${time}`).digest('hex')
  const visitor = await stage.visitor()
  await visitor.goto(`/api/ExtLogin/bySecretKey?${new URLSearchParams({ username, time, token }).toString()}`)

  const page = await stage.visitor()
  await shareSession(page, admin)
  await page.goto('/admin/backstage-people')
  await page.getByLabel(t('people.search', '')).fill(username)
  await page.getByRole('button', { name: t('people.edit', username) }).click()
  const dialog = page.getByRole('dialog')
  const password = dialog.getByLabel(t('people.password', ''), { exact: true })
  await expect(password).toBeDisabled()
  await expectAccessibleInBothSchemes(page)

  await dialog.getByLabel(t('people.replacesOtherLogin', '')).check()
  await password.fill('a quieter owl at dawn')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await restClient(stage.url, username, 'a quieter owl at dawn')
})
