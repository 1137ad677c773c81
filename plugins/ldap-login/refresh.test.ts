import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { site, type Browser, type Site } from '#tests/rest/harness.ts'
import { BASE, hasSlapd, READER, Slapd } from '#tests/support/slapd.ts'
import { NO_PREFERENCES } from '#core/account/preferences.ts'
import { ldapOperations } from './operations.ts'
import plugin from './plugin.ts'

const HOUR = 3_600_000
const PASSWORD = 'of the directory'
const uuidOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
/** More than are asked about at once. */
const CROWD = Array.from({ length: 230 }, (_, n) => ({ uid: `crowd${n}`, entryUUID: uuidOf(n) }))
const NAMES = ['stays', 'disabled', 'removed', 'filtered', 'local', 'offline', 'idle']

describe.skipIf(!hasSlapd())('people of a real directory who are logged in (threats T2)', () => {
  let slapd: Slapd
  let here: Site
  let admin: Browser
  beforeAll(async () => {
    const people = [...NAMES.map((uid) => ({ uid })), ...CROWD]
    slapd = await Slapd.with(people.map((person) => ({ ...person, name: person.uid, password: PASSWORD })))
    here = await site({
      operations: { ...coreOperations, ...ldapOperations },
      plugins: [plugin],
      contributes: plugin.contributes,
      fresh: true,
    })
  })
  beforeEach(async () => {
    admin = await here.browserOf(here.world.admin)
    await configure()
  })
  afterAll(async () => {
    await here.close()
    await slapd.close()
  })
  afterEach(() => void slapd.goOn())

  const configure = async (changes: Readonly<Record<string, string>> = {}, isOpen = 1): Promise<void> => {
    const form = {
      ...{ host: '127.0.0.1', port: slapd.port, security: 'starttls', ca_certificate: slapd.ca, user_field: 'uid' },
      ...{ base_dn: BASE, bind_dn: READER.dn, bind_password: READER.password },
      search_filter: '(objectClass=inetOrgPerson)',
    }
    const body = { ldap_open: isOpen, ldap_form: { ...form, ...changes } }
    expect(await admin.postJson('adminSetting/saveLdapConfig', body)).toMatchObject({ error_code: 0 })
  }
  const browserOf = async (username: string): Promise<Browser> => {
    const browser = here.browser()
    await browser.logIn(username, PASSWORD)
    return browser
  }
  const isLoggedIn = async (browser: Browser): Promise<boolean> => (await browser.post('user/info')).error_code === 0
  const refresh = (signal = new AbortController().signal): Promise<void> => {
    const { product, services } = here.world
    return plugin.jobs['ldap-login.refresh'].run({ store: product.database, services }, {}, { signal })
  }
  const revoked = async (): Promise<number> => {
    const { list } = await here.world.product.database.audit.find(
      { action: 'account.sessionRevoked' },
      { page: 1, count: 1_000 },
    )
    return list.filter(({ detail }) => detail === 'by ldap').length
  }

  it('stay so while the directory vouches for them, and no longer than other sessions', async () => {
    const browser = await browserOf('stays')

    for (let day = 0; day < 180; day += 1) {
      here.world.clock.advance(23 * HOUR)
      expect(await isLoggedIn(browser), `day ${day}`).toBe(true)
      await refresh()
    }
    // 180 days are not over yet: each of those was an hour short of one.
    here.world.clock.advance(180 * HOUR)
    expect(await isLoggedIn(browser)).toBe(false)
  })

  it('are so no more once they are disabled, gone, or not among those who may log in; and it is on record', async () => {
    const browsers = await Promise.all(['stays', 'disabled', 'removed'].map(browserOf))
    await slapd.change('disabled', { shadowExpire: 1 })
    await slapd.change('removed', 'remove')
    const before = await revoked()
    await refresh()

    expect(await Promise.all(browsers.map(isLoggedIn))).toEqual([true, false, false])
    expect(await revoked()).toBe(before + 2)

    const filtered = await browserOf('filtered')
    await configure({ search_filter: '(&(objectClass=inetOrgPerson)(!(uid=filtered)))' })
    await refresh()
    expect(await isLoggedIn(filtered)).toBe(false)
  })

  it.each([
    ['hangs', () => slapd.hang()],
    ['is stopped', () => slapd.stop()],
  ])('stay so while it %s, until a day after its last word', async (_, fail) => {
    const browser = await browserOf('offline')
    here.world.clock.advance(12 * HOUR)
    await refresh()
    await fail()
    await refresh()
    here.world.clock.advance(24 * HOUR - 1)
    const within = await isLoggedIn(browser)
    here.world.clock.advance(1)
    const after = await isLoggedIn(browser)
    slapd.goOn()
    await slapd.stop()
    await slapd.start()

    expect([within, after]).toEqual([true, false])
  })

  it('are so for a day at most when logging in by the directory is switched off', async () => {
    const browser = await browserOf('offline')
    await configure({}, 0)
    await refresh()
    const within = await isLoggedIn(browser)
    here.world.clock.advance(24 * HOUR)

    expect([within, await isLoggedIn(browser)]).toEqual([true, false])
  })

  it('are left alone once their account has a password of its own', async () => {
    const { uid } = (await (await browserOf('local')).post('user/info')).data
    const given = { uid, password: 'a sentence of their own', replaces_other_login: 1 }
    expect(await admin.post('adminUser/addUser', given)).toMatchObject({ error_code: 0 })
    await slapd.change('local', 'remove')
    const browser = here.browser()
    await browser.logIn('local', 'a sentence of their own')
    await refresh()

    expect(await isLoggedIn(browser)).toBe(true)
  })

  it('are all asked about, however many they are, and nobody else is touched', async () => {
    const { database } = here.world.product
    const now = here.world.clock.now()
    const sessions = await Promise.all(
      CROWD.map(async ({ uid, entryUUID }) => {
        const profile = { username: uid, name: uid, email: null, isEmailVerified: false, isAdmin: false }
        const dates = { registeredAt: now, lastLoginAt: null, isSwitchedOff: false }
        const key = { methodId: 'ldap', externalId: `entryUUID:${entryUUID}` }
        const user = await database.identities.insert(
          { ...profile, ...dates, passwordHash: null, ...NO_PREFERENCES },
          key,
          now,
        )
        const until = new Date(now.getTime() + HOUR)
        const login = {
          userId: user.id,
          tokenDigest: uid,
          address: '',
          userAgent: '',
          createdAt: now,
          seenAt: now,
          until,
        }
        await database.logins.open(login, null)
        return user.id
      }),
    )
    const gone = [0, 99, 100, 101, 199, 200, 229]
    await Promise.all(gone.map((n) => slapd.change(`crowd${n}`, 'remove')))
    await refresh()

    here.world.clock.advance(23 * HOUR)
    const open = await Promise.all(
      sessions.map((userId) => database.logins.ofUser(userId, here.world.clock.now(), new Date(0))),
    )
    expect(open.flatMap((found, n) => (found.length === 0 ? [n] : []))).toEqual(gone)
  })
})
