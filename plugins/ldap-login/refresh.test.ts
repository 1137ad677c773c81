import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { site, type Browser, type Site } from '#tests/rest/harness.ts'
import { hasSlapd, READER, Slapd } from '#tests/support/slapd.ts'
import { NO_PREFERENCES } from '#core/account/preferences.ts'
import { ldapOperations } from './operations.ts'
import plugin from './plugin.ts'

const HOUR = 3_600_000
const PASSWORD = 'of the directory'
const uuidOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
/** More than one batch. */
const CROWD = Array.from({ length: 230 }, (_, n) => ({ uid: `crowd${n}`, entryUUID: uuidOf(n) }))
const NAMES = ['stays', 'disabled', 'excluded', 'removed', 'filtered', 'local', 'offline']

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
    const body = { ldap_open: isOpen, ldap_form: { ...slapd.form, ...changes } }
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
    // 180 days are not over yet: each of the earlier steps was an hour short of a day.
    here.world.clock.advance(180 * HOUR)
    expect(await isLoggedIn(browser)).toBe(false)
  })

  it.each([
    ['', 'disabled', {}],
    [', also where the filter leaves them out', 'excluded', { search_filter: '(!(shadowExpire=1))' }],
  ])('are so no more once they are disabled%s; and it is on record', async (_, uid, changes) => {
    const browsers = await Promise.all(['stays', uid].map(browserOf))
    await configure(changes)
    await slapd.change(uid, { shadowExpire: 1 })
    const before = await revoked()
    await refresh()

    expect(await Promise.all(browsers.map(isLoggedIn))).toEqual([true, false])
    expect(await revoked()).toBe(before + 1)
  })

  it.each([
    ['they are gone', 'removed', {}],
    ['they are not among those who may log in', 'filtered', { search_filter: '(!(uid=filtered))' }],
    ['the filter is mistyped', 'stays', { search_filter: '(objectClass=inetOrgPerso)' }],
    ['the base is another one', 'stays', { base_dn: READER.dn }],
  ])('stay so until a day after its last word when %s', async (_, uid, changes) => {
    const browser = await browserOf(uid)
    await configure(changes)
    if (uid === 'removed') await slapd.change(uid, 'remove')
    const before = await revoked()
    here.world.clock.advance(23 * HOUR)
    await refresh()
    const within = await isLoggedIn(browser)
    here.world.clock.advance(HOUR)

    expect([within, await isLoggedIn(browser)]).toEqual([true, false])
    expect(await revoked()).toBe(before)
  })

  it('stay so for good when what was mistyped is mended within the day', async () => {
    const browser = await browserOf('stays')
    await configure({ search_filter: '(objectClass=inetOrgPerso)' })
    await refresh()
    await configure()
    here.world.clock.advance(23 * HOUR)
    await refresh()
    here.world.clock.advance(23 * HOUR)

    expect(await isLoggedIn(browser)).toBe(true)
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

  describe('and are many', () => {
    let crowd: readonly number[]
    let line: Line
    beforeAll(async () => {
      line = await Line.to(slapd.port)
      const { database } = here.world.product
      const made = []
      for (const { uid, entryUUID } of CROWD) {
        const profile = { username: uid, name: uid, email: null, isEmailVerified: false, isAdmin: false }
        const dates = {
          registeredAt: here.world.clock.now(),
          lastLoginAt: null,
          isSwitchedOff: false,
          hasSecondFactor: false,
          mustChangePassword: false,
        }
        const user = { ...profile, ...dates, passwordHash: null, ...NO_PREFERENCES }
        const key = { methodId: 'ldap', externalId: `entryUUID:${entryUUID}` }
        made.push(await database.identities.insert(user, key, here.world.clock.now()))
      }
      crowd = made.map(({ id }) => id)
    })
    beforeEach(async () => {
      // Accounts of other tests are no longer logged in.
      here.world.clock.advance(48 * HOUR)
      admin = await here.browserOf(here.world.admin)
      await configure({ port: String(line.port) })
      await openSessions()
    })
    afterAll(() => line.close())

    const openSessions = async (): Promise<void> => {
      const now = here.world.clock.now()
      const until = new Date(now.getTime() + HOUR)
      const where = { address: '', userAgent: '', createdAt: now, seenAt: now, until }
      for (const userId of crowd)
        await here.world.product.database.logins.open(
          { userId, tokenDigest: `${userId} at ${now.getTime()}`, ...where },
          null,
        )
    }
    /** The indexes in the crowd of those whose sessions have ended, after 23 hours without a lookup. */
    const loggedOut = async (): Promise<readonly number[]> => {
      here.world.clock.advance(23 * HOUR)
      const now = here.world.clock.now()
      const open = await Promise.all(
        crowd.map((userId) => here.world.product.database.logins.ofUser(userId, now, new Date(0))),
      )
      return open.flatMap((found, n) => (found.length === 0 ? [n] : []))
    }

    it('are all asked about, and nobody else is touched', async () => {
      const disabled = [0, 99, 100, 101, 199, 200, 229]
      await Promise.all(disabled.map((n) => slapd.change(`crowd${n}`, { shadowExpire: 1 })))
      await refresh()
      await Promise.all(disabled.map((n) => slapd.change(`crowd${n}`, { shadowExpire: 1_000_000 })))

      expect(await loggedOut()).toEqual(disabled)
    })

    it.each([1, 2, 3])('are all asked about but those whose question fails, be it number %i', async (number) => {
      line.count = 0
      line.onConnection = (n, socket) => n === number && socket.destroy()
      await refresh()
      line.onConnection = () => {}

      const out = await loggedOut()
      expect(out.length).toBeGreaterThan(0)
      expect(out.length).toBeLessThanOrEqual(100)
    })

    it('are all asked about in the end when each round is stopped after its first question', async () => {
      for (const _ of [1, 2, 3]) {
        const stop = new AbortController()
        line.count = 0
        line.onConnection = (n) => n === 2 && stop.abort()
        await refresh(stop.signal)
      }
      line.onConnection = () => {}

      expect(await loggedOut()).toEqual([])
    })
  })
})

/** Forwards connections to the directory, unless a test changes that. */
class Line {
  count = 0
  onConnection: (number: number, socket: net.Socket) => unknown = () => {}
  readonly #server: net.Server

  private constructor(server: net.Server) {
    this.#server = server
  }

  static async to(port: number): Promise<Line> {
    const server = net.createServer()
    const line = new Line(server)
    server.on('connection', (socket) => {
      const onward = net.connect(port, '127.0.0.1')
      socket.on('error', () => onward.destroy()).on('close', () => onward.destroy())
      onward.on('error', () => socket.destroy()).on('close', () => socket.destroy())
      socket.pipe(onward).pipe(socket)
      line.count += 1
      line.onConnection(line.count, socket)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return line
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    this.#server.close()
    await once(this.#server, 'close')
  }
}
