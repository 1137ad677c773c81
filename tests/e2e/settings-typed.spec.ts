import type { Page } from '@playwright/test'
import backstage from '#plugins/backstage/locales/en.json' with { type: 'json' }
import ldap from '#plugins/ldap-login/locales/en.json' with { type: 'json' }
import oauth from '#plugins/oauth-login/locales/en.json' with { type: 'json' }
import { expect, shareSession, test } from './support/product.ts'

const FORMS = [
  { section: 'ldap-login-ldap', label: ldap['field.host'], typed: 'typed.example.org' },
  { section: 'oauth-login-oauth2', label: oauth['field.host'], typed: 'typed.example.org' },
  { section: 'backstage-settings', label: backstage['site.fileMegabytesPerItem'], typed: '17' },
]

/** What the browser says when its network was gone and is back. */
const reconnect = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const name of ['offline', 'online']) dispatchEvent(new Event(name))
  })

for (const { section, label, typed } of FORMS)
  test(`what is typed into ${section} stays when the settings are read again, and when they cannot be`, async ({
    page,
    admin,
  }) => {
    await shareSession(page, admin)
    await page.goto(`/admin/${section}`)
    const field = page.getByLabel(label, { exact: true })
    await field.fill(typed)
    const answers: number[] = []
    page.on('response', (response) => {
      if (response.url().includes('/trpc/')) answers.push(response.status())
    })

    await reconnect(page)
    await expect.poll(() => answers).toContain(200)
    await expect(field).toHaveValue(typed)

    await page.route('**/trpc/**', (route) => route.fulfill({ status: 503, body: '' }))
    // A broken connection is tried twice; while the former question is under way, nothing new is asked.
    const broken = async () => {
      await reconnect(page)
      return answers.filter((status) => status === 503).length
    }
    await expect.poll(broken).toBeGreaterThanOrEqual(2)
    await expect(field).toHaveValue(typed)
  })
