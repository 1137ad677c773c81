import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { site, type Browser, type Site } from '#tests/rest/harness.ts'
import { OauthSite } from '#tests/support/oauth-site.ts'
import { oauthOperations } from './operations.ts'
import plugin from './plugin.ts'

const PROBLEM = '/user/login?problem='

let here: Site
let admin: Browser
const plain = new OauthSite()
beforeAll(async () => {
  await plain.open()
  here = await site({
    operations: { ...coreOperations, ...oauthOperations },
    plugins: [plugin],
    contributes: plugin.contributes,
    environment: { PUBLIC_URL: 'https://docs.example.org' },
  })
  admin = await here.browserOf(here.world.admin)
})
afterAll(async () => {
  await here.close()
  plain.close()
})
let number = 0
beforeEach(() => {
  number += 1
  plain.person = { id: number, login: `wei${number}` }
})

const typed = async (changes: Readonly<Record<string, string>> = {}): Promise<void> => {
  const form = {
    ...{ client_id: plain.client.id, client_secret: plain.client.secret, protocol: 'http', host: plain.host },
    ...{ authorize_path: '/oauth/authorize', token_path: '/oauth/token', userinfo_path: '/me', ...changes },
  }
  const reply = await admin.postJson('adminSetting/saveOauth2Config', { oauth2_open: 1, oauth2_form: form })
  expect(reply).toMatchObject({ error_code: 0 })
}
/** Who is logged in after the login at the other site, and the final address. */
const cameBack = async (): Promise<readonly [unknown, string]> => {
  const browser = here.browser()
  const left = await browser.get('/user/login/oauth2/start')
  const url = await plain.visit(String(left.headers.location))
  const { headers } = await browser.request({ method: 'GET', url, headers: { 'sec-fetch-site': 'cross-site' } })
  return [(await browser.post('user/info')).data.username, String(headers.location)]
}

describe('an account with the first login', () => {
  const REFUSED = [undefined, `${PROBLEM}registrationClosed`]
  const register = (isOpen: 0 | 1) => admin.postJson('adminSetting/saveConfig', { register_open: isOpen })
  afterEach(async () => {
    await register(1)
    await typed({ new_accounts: 'registration' })
  })

  it('is made for nobody while registration is closed, and whoever has one gets in (REG-06)', async () => {
    await typed()
    await cameBack()
    await register(0)
    const before = await here.world.product.database.users.countAll()

    expect(await cameBack()).toEqual([`wei${number}`, '/user/login'])
    plain.person = { id: `new-${number}`, login: `new${number}` }
    expect(await cameBack()).toEqual(REFUSED)
    expect(await here.world.product.database.users.countAll()).toBe(before)
    await typed({ new_accounts: 'everybody' })
    expect((await cameBack())[0]).toBe(`new${number}`)
  })

  it('is made for nobody when that was chosen, which is on record', async () => {
    await typed({ new_accounts: 'nobody' })

    expect(await cameBack()).toEqual(REFUSED)
    expect((await admin.postJson('audit/getList', { count: 1 })).data.list).toMatchObject([
      { action: 'account.login', result: 'registrationClosed', detail: 'by oauth2' },
    ])
  })

  it.each([
    ['lin@example.org', true, true],
    ['lin@EXAMPLE.com', 'true', true],
    ['lin@example.org', false, false],
    ['lin@example.org', undefined, false],
    ['lin@evil.example.org', true, false],
    ['lin@example.org@evil.example', true, false],
    ['example.org', true, false],
    ['', true, false],
    [['lin@example.org'], true, false],
  ])('is made for verified addresses of the domains alone: %j, verified %j: %j', async (email, isVerified, isMade) => {
    await typed({ new_accounts: 'mailDomains', account_domains: '@example.org, Example.com' })
    plain.person = { id: number, login: `dom${number}`, email, email_verified: isVerified }

    expect(await cameBack()).toEqual(isMade ? [`dom${number}`, '/user/login'] : REFUSED)
  })

  it.each([
    ['groups', { groups: ['staff', 'docs'] }, true],
    ['groups', { groups: 'docs' }, true],
    ['groups', { groups: ['docs2', ['docs'], { docs: 1 }] }, false],
    ['groups', {}, false],
    ['realm_access.roles', { realm_access: { roles: ['docs'] } }, true],
    ['realm_access.roles', { realm_access: 'docs' }, false],
    ['https://claims.example.org/team', { 'https://claims.example.org/team': 'docs' }, true],
    ['constructor', {}, false],
  ])('is made for those whose %s has the value: %j: %j', async (name, claims, isMade) => {
    await typed({ new_accounts: 'claim', account_claim: name, account_claim_value: 'docs' })
    plain.person = { id: number, login: `group${number}`, ...claims }

    expect(await cameBack()).toEqual(isMade ? [`group${number}`, '/user/login'] : REFUSED)
  })

  it.each([
    [{ new_accounts: 'mailDomains' }, 'account_domains'],
    [{ new_accounts: 'claim', account_claim_value: 'docs' }, 'account_claim'],
    [{ new_accounts: 'claim', account_claim: 'groups' }, 'account_claim_value'],
    [{ new_accounts: 'mailDomains', account_domains: 'exa mple/org' }, 'account_domains'],
    [{ new_accounts: 'friends' }, 'new_accounts'],
  ])('needs a condition that says something: %j', async (form, field) => {
    await typed({ account_domains: '', account_claim: '', account_claim_value: '' })

    expect(await admin.postJson('adminSetting/saveOauth2Config', { oauth2_open: 1, oauth2_form: form })).toMatchObject({
      error_code: 10101,
      data: { field: `oauth2_form.${field}` },
    })
  })
})
