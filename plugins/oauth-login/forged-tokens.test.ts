import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser, Site } from '#tests/rest/harness.ts'
import { ForgingIssuer, type Forgery } from '#tests/support/forging-issuer.ts'
import { EVERYBODY, logInThere, PROBLEM, savedSite, siteWithLogins } from '#tests/support/login-there.ts'

const NOW_SECONDS = Date.now() / 1_000
const DAY_SECONDS = 86_400

let here: Site
let admin: Browser
const issuer = new ForgingIssuer()
beforeAll(async () => {
  await issuer.open()
  here = await siteWithLogins()
  admin = await here.browserOf(here.world.admin)
})
afterAll(async () => {
  await here.close()
  issuer.close()
})
let number = 0
beforeEach(async () => {
  number += 1
  Object.assign(issuer, { sub: `sub-${number}`, forgery: {}, said: null, state: 'works' })
  await open()
})

const open = async (changes: object = {}) => {
  const form = { issuer: issuer.issuer, client_id: issuer.client.id, client_secret: issuer.client.secret }
  expect(
    await savedSite(admin, 'forger', { preset: 'custom', ...form, ...EVERYBODY, id_field: '', ...changes }),
  ).toMatchObject({ error_code: 0 })
}
const name = () => `fei${number}`
const logIn = () => logInThere(here.browser(), 'oauth2-forger', issuer)

describe('a token of an issuer', () => {
  it('lets its person in when it is right', async () => {
    issuer.forgery = { payload: { preferred_username: name() } }

    expect(await logIn()).toEqual([name(), '/user/login'])
  })

  it.each<[string, Forgery]>([
    ['is for another client', { payload: { aud: 'another client' } }],
    ['is for several clients, and was given to another one', { payload: { aud: ['octavo', 'other'], azp: 'other' } }],
    ['has no nonce', { payload: { nonce: undefined } }],
    ['has the nonce of another login', { payload: { nonce: 'of another login' } }],
    ['is of another issuer', { payload: { iss: 'https://other.example' } }],
    ['has ended', { payload: { exp: NOW_SECONDS - DAY_SECONDS, iat: NOW_SECONDS - 2 * DAY_SECONDS } }],
    ['is of tomorrow', { payload: { nbf: NOW_SECONDS + DAY_SECONDS } }],
    ['never ends', { payload: { exp: undefined } }],
    ['says nothing of who it is', { payload: { sub: undefined } }],
    ['is not signed', { header: { alg: 'none' }, signedWith: 'nothing' }],
    ['says that it is not signed, and is', { header: { alg: 'none' } }],
    ['is signed with another key that has the same name', { signedWith: 'other key' }],
    ['is signed with the secret of the client', { header: { alg: 'HS256' }, signedWith: 'client secret' }],
    ['is signed with the public key, as if it were a secret', { header: { alg: 'HS256' }, signedWith: 'public key' }],
    ['was changed after it was signed', { afterwards: { sub: 'the administrator' } }],
    ['is missing', { isMissing: true }],
  ])('that %s lets nobody in (threats O1)', async (_, forgery) => {
    issuer.forgery = { ...forgery, payload: { preferred_username: name(), ...forgery.payload } }

    expect(await logIn()).toEqual([undefined, `${PROBLEM}notAvailable`])
    expect(await here.world.product.database.users.byLogin(name())).toBeNull()
  })

  it('counts for nobody when the issuer then tells of somebody else', async () => {
    issuer.said = { sub: 'somebody else', preferred_username: name() }

    expect(await logIn()).toEqual([undefined, `${PROBLEM}notAvailable`])
  })
})

describe('an address that an issuer says twice', () => {
  const [OWN, FOREIGN] = ['lin@example.org', 'lin@elsewhere.example']

  it.each([
    ['verified in the token', { email: OWN, email_verified: true }, {}, true],
    ['verified when asked', {}, { email: OWN, email_verified: true }, true],
    ['the same in both, verified when asked', { email: OWN }, { email: OWN, email_verified: true }, true],
    ['in the token, while another one is verified', { email: OWN }, { email: FOREIGN, email_verified: true }, false],
    ['when asked, while the token only says “verified”', { email_verified: true }, { email: OWN }, false],
    [
      'in the token as unverified, and as verified when asked',
      { email: OWN, email_verified: false },
      { email: OWN, email_verified: true },
      false,
    ],
  ])('makes an account by its domain only if verified itself: %s', async (_, token, said, isMade) => {
    await open({ new_accounts: 'mailDomains', account_domains: 'example.org' })
    issuer.forgery = { payload: { preferred_username: name(), ...token } }
    issuer.said = { sub: issuer.sub, ...said }

    expect(await logIn()).toEqual(isMade ? [name(), '/user/login'] : [undefined, `${PROBLEM}registrationClosed`])
  })
})

describe('an issuer that is out of order', () => {
  /** What people do here meanwhile. */
  const work = async () => {
    const { owner, password } = here.world
    const browser = here.browser()
    const login = await browser.post('user/login', { username: owner.username, password })
    const added = await browser.post('item/add', { item_type: 1, item_name: 'Meanwhile' })
    return [login.error_code, added.error_code]
  }

  it.each(['hangs', 'refuses'] as const)(
    'and %s keeps nobody from working, and is back by itself (R11)',
    async (state) => {
      issuer.state = state
      const logins = Promise.all([logIn(), logIn()])

      expect(await work()).toEqual([0, 0])
      for (const outcome of await logins) expect(outcome).toEqual([undefined, `${PROBLEM}notAvailable`])

      issuer.state = 'works'
      issuer.forgery = { payload: { preferred_username: name() } }
      expect(await logIn()).toEqual([name(), '/user/login'])
    },
    30_000,
  )

  it('and is gone keeps nobody from working', async () => {
    const gone = new ForgingIssuer()
    await gone.open()
    await open({ issuer: gone.issuer })
    gone.close()

    const left = await here.browser().get('/user/login/oauth2-forger/start')

    expect(left.headers.location).toBe(`${PROBLEM}notAvailable`)
    expect(await work()).toEqual([0, 0])
  })
})
