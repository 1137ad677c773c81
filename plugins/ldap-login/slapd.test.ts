import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { site, type Browser, type Envelope, type Site } from '#tests/rest/harness.ts'
import { BASE, hasSlapd, READER, Slapd } from '#tests/support/slapd.ts'
import { ldapOperations } from './operations.ts'
import plugin from './plugin.ts'

const LI = { uid: 'li', name: 'Li Wei', password: 'of the directory', mail: 'li@example.org' }
const PEOPLE = [
  LI,
  { uid: 'star*(d)\\', name: 'Star', password: 'of a star' },
  { uid: 'gone', name: 'Gone', password: 'once was here', shadowExpire: 1 },
  // Two people with one name.
  { uid: 'twin1', name: 'Twin', password: 'of the twins' },
  { uid: 'twin2', name: 'Twin', password: 'of the twins' },
  { uid: 'single', name: 'Single', password: 'of the twins' },
  // Has the same name as an account of the site.
  { uid: 'olivia', name: 'Olivia of the directory', password: 'of another olivia' },
]

describe.skipIf(!hasSlapd())('people of a real directory', () => {
  let slapd: Slapd
  let here: Site
  let admin: Browser
  let form: Record<string, string | number>
  beforeAll(async () => {
    slapd = await Slapd.with(PEOPLE)
    here = await site({
      operations: { ...coreOperations, ...ldapOperations },
      plugins: [plugin],
      contributes: plugin.contributes,
    })
    admin = await here.browserOf(here.world.admin)
    form = { ...slapd.form, version: 3 }
    await configure()
  })
  afterAll(async () => {
    await here.close()
    await slapd.close()
  })
  afterEach(() => {
    slapd.goOn()
    // The limit does not allow so many attempts within a minute.
    here.world.clock.advance(60_000)
  })

  const saved = (changes: Readonly<Record<string, string | number>> = {}, isOpen = 1): Promise<Envelope> =>
    admin.postJson('adminSetting/saveLdapConfig', { ldap_open: isOpen, ldap_form: { ...form, ...changes } })
  const configure = async (changes: Readonly<Record<string, string | number>> = {}): Promise<void> => {
    expect(await saved(changes)).toMatchObject({ error_code: 0 })
  }
  const loginAs = (username: string, password: string): Promise<Envelope> =>
    here.browser().post('user/login', { username, password })
  const tried = async (changes: Readonly<Record<string, unknown>>, person: Readonly<Record<string, string>> = {}) =>
    (await admin.postJson('ldapLogin/tryConfig', { ldap_form: { ...form, ...changes }, ...person })).data

  it('[LOGIN-25] log in with the password they have there; the first login makes the account', async () => {
    const reply = await loginAs('li', LI.password)

    expect(reply).toMatchObject({ error_code: 0, data: { username: 'li', name: 'Li Wei', groupid: 2 } })
    expect((await loginAs('LI', LI.password)).data.uid).toBe(reply.data.uid)
    const user = await here.world.product.database.users.byLogin('li')
    expect(user).toMatchObject({ email: 'li@example.org', isEmailVerified: false, passwordHash: null })
  })

  it.each([
    ['starttls', 'port'],
    ['ldaps', 'tlsPort'],
    ['none', 'port'],
  ] as const)('are reached by %s', async (security, port) => {
    await configure({ security, port: slapd[port] })
    const reply = await loginAs('li', LI.password)
    await configure()

    expect(reply.error_code).toBe(0)
  })

  it('are reached in version 2 of the protocol as well', async () => {
    await configure({ version: 2, security: 'none' })
    const reply = await loginAs('li', LI.password)
    await configure()

    expect(reply.error_code).toBe(0)
  })

  it.each([
    ['a wrong password', 'li', 'guessed'],
    ['an empty password (threats L1)', 'li', ''],
    ['a pattern in place of a name', '*', LI.password],
    ['a pattern in a name', 'l*', LI.password],
    ['a name that closes the filter', 'li)(uid=*', LI.password],
    ['an account that has expired', 'gone', 'once was here'],
  ])('do not get in by %s', async (_, username, password) => {
    expect((await loginAs(username, password)).error_code).not.toBe(0)
  })

  it('do not get in by a name that two of them have', async () => {
    await configure({ user_field: 'cn' })
    const [both, one] = [await loginAs('Twin', 'of the twins'), await loginAs('Single', 'of the twins')]
    await configure()

    expect([both.error_code !== 0, one.error_code]).toEqual([true, 0])
  })

  it('may have any signs in their names', async () => {
    const username = PEOPLE[1]?.uid ?? ''

    expect(await loginAs(username, 'of a star')).toMatchObject({ error_code: 0, data: { name: 'Star' } })
  })

  it('never get an account of the site that is called like them', async () => {
    const { owner, password } = here.world

    expect((await loginAs('olivia', 'of another olivia')).error_code).not.toBe(0)
    expect((await loginAs('olivia', password)).data.uid).toBe(owner.id)
  })

  it('have their name refreshed by a later login, and their address unless it is somebody else’s', async () => {
    const { users } = here.world.product.database
    const { uid } = (await loginAs('li', LI.password)).data
    await users.update(uid, { name: 'Former', email: null })
    await loginAs('li', LI.password)
    expect(await users.byId(uid)).toMatchObject({ name: 'Li Wei', email: 'li@example.org' })

    await users.update(uid, { name: 'Former', email: null })
    const other = await here.world.addUser('holder', { email: 'li@example.org' })
    const reply = await loginAs('li', LI.password)

    expect(reply.error_code).toBe(0)
    expect(await users.byId(uid)).toMatchObject({ name: 'Li Wei', email: null })
    expect(await users.byId(other.id)).toMatchObject({ email: 'li@example.org' })
  })

  it('are found out of reach at once when the directory is switched off here', async () => {
    await loginAs('li', LI.password)
    await saved({}, 0)
    const [off, ways] = [await loginAs('li', LI.password), await here.browser().get('/api/user/loginWays')]
    await configure()

    expect(off.error_code).not.toBe(0)
    expect(ways.json().data.methods).toEqual([])
  })

  describe('and what becomes of the settings', () => {
    it.each([
      ['an authority that signed nothing', () => ({ ca_certificate: slapd.otherCa }), 20402],
      ['no authority', () => ({ ca_certificate: '' }), 20402],
      ['a password that is wrong', () => ({ bind_password: 'guessed' }), 20403],
      ['a base that is not there', () => ({ base_dn: 'dc=elsewhere' }), 20404],
      ['a port where nobody listens', () => ({ port: 1 }), 20401],
    ])('with %s they are not kept', async (_, changes, code) => {
      const reply = await saved({ bind_password: READER.password, ...changes() })

      expect(reply.error_code).toBe(code)
      expect((await admin.post('adminSetting/loadLdapConfig')).data).toMatchObject({
        ldap_open: 1,
        ldap_form: { port: slapd.port, base_dn: BASE },
      })
      expect((await loginAs('li', LI.password)).error_code).toBe(0)
    })

    it('a trial shows each step, with a name and with its password', async () => {
      const done = (...steps: readonly string[]) => steps.map((step) => ({ step, problem: null }))
      const start = done('connect', 'secure', 'bind')

      expect(await tried({})).toEqual({ steps: [...start, ...done('search')], person: null, teams: null })
      expect(await tried({}, { username: 'li' })).toEqual({
        steps: [...start, ...done('person')],
        person: { dn: `uid=li,ou=people,${BASE}`, username: 'li', name: 'Li Wei', email: 'li@example.org' },
        teams: null,
      })
      const wrong = await tried({}, { username: 'li', password: 'guessed' })
      expect(wrong.steps.at(-1)).toEqual({ step: 'password', problem: 'wrongPassword' })
    })

    it('a trial tells neither hosts nor ports of the network apart, is limited, and is on record (threats S1)', async () => {
      const { host: _, ...elsewhere } = form
      const tryAt = async (host: string, port: number) =>
        (await admin.postJson('ldapLogin/tryConfig', { ldap_form: { ...elsewhere, host, port, security: 'ldaps' } }))
          .data
      const answers = [
        await tryAt('127.0.0.1', 1),
        await tryAt('127.0.0.1', slapd.port),
        await tryAt('no-such-host.invalid', slapd.port),
      ]
      const last = (await admin.postJson('audit/getList', { count: 1 })).data.list
      const codes: number[] = []
      for (let n = 0; n < 9; n += 1)
        codes.push((await admin.postJson('ldapLogin/tryConfig', { ldap_form: { ...form, port: 1 } })).error_code)
      const save = await saved({ bind_password: READER.password, port: 1 })
      here.world.clock.advance(60_000)

      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(last).toMatchObject([{ action: 'settings.tried', detail: `no-such-host.invalid:${slapd.port}` }])
      expect(codes).toEqual([...Array<number>(7).fill(0), 10429, 10429])
      expect(save.error_code).toBe(10429)
      expect((await saved()).error_code).toBe(0)
    })

    it.each([
      ['connect', 'notReached', { port: 1 }, {}],
      ['connect', 'notReached', { host: 'no-such-host.invalid', bind_password: READER.password }, {}],
      ['secure', 'untrusted', { ca_certificate: '' }, {}],
      ['bind', 'wrongPassword', { bind_password: 'guessed' }, {}],
      ['search', 'noBase', { base_dn: 'dc=elsewhere' }, {}],
      ['person', 'nobody', {}, { username: 'nobody' }],
      ['person', 'disabled', {}, { username: 'gone' }],
      ['person', 'nameTaken', {}, { username: 'olivia' }],
      ['person', 'several', { user_field: 'objectClass' }, { username: 'inetOrgPerson' }],
    ])('a trial says that %s ends with %s', async (step, problem, changes, person) => {
      const { steps } = await tried(changes, person)

      expect(steps.at(-1)).toEqual({ step, problem })
    })
  })

  it('says of a name that several people have what it says of one that nobody has', async () => {
    await configure({ user_field: 'objectClass' })
    const [several, nobody] = [await loginAs('inetOrgPerson', 'guessed'), await loginAs('nobody', 'guessed')]
    await configure()

    expect([several.error_code, several.error_message]).toEqual([nobody.error_code, nobody.error_message])
  })

  it('that hangs or is stopped keeps nobody else from logging in, and is back by itself (R11)', async () => {
    const { owner, password } = here.world
    const local = async () => (await loginAs(owner.username, password)).error_code
    slapd.hang()
    const [hung, meanwhile] = await Promise.all([loginAs('li', LI.password), local()])
    slapd.goOn()
    await slapd.stop()
    const [stopped, then] = [await loginAs('li', LI.password), await local()]
    await slapd.start()

    expect([hung.error_code !== 0, meanwhile]).toEqual([true, 0])
    expect([stopped.error_code !== 0, then]).toEqual([true, 0])
    expect((await loginAs('li', LI.password)).error_code).toBe(0)
  })

  describe('that hangs, is stopped or refuses the search user', () => {
    const AWAY = { error_code: 10204, error_message: expect.stringContaining('the company directory') }
    it.each([
      ['hangs', () => slapd.hang(), () => slapd.goOn()],
      ['is stopped', () => slapd.stop(), () => slapd.start()],
      [
        'refuses the search user',
        () => slapd.setReaderPassword('another'),
        () => slapd.setReaderPassword(READER.password),
      ],
    ])('says so when it %s, whoever is named, counts nothing, and who works goes on', async (_, away, back) => {
      const { owner, password } = here.world
      const working = here.browser()
      await working.post('user/login', { username: 'li', password: LI.password })
      const { data: item } = await working.post('item/add', { item_name: 'Of the directory', item_type: 1 })
      await away()
      const written = await working.post('page/save', {
        ...{ item_id: item.item_id, page_title: 'Meanwhile', page_content: 'Work goes on.' },
      })
      const answers: Envelope[] = []
      for (const name of ['li', 'nobody', 'li', 'li', 'li', 'li', 'li']) answers.push(await loginAs(name, LI.password))
      const inChinese = await here
        .browser({ 'accept-language': 'zh-CN' })
        .post('user/login', { username: 'li', password: 'guessed' })
      const local = await loginAs(owner.username, 'guessed')
      await back()
      here.world.clock.advance(60_000)

      expect(written).toMatchObject({ error_code: 0 })
      expect(answers).toEqual(answers.map(() => expect.objectContaining(AWAY)))
      expect(new Set(answers.map(({ error_message: text }) => text)).size).toBe(1)
      expect(inChinese.error_message).toContain('公司目录（LDAP）登录目前不可用')
      expect(local.error_message).toBe('The username or the password is wrong.')
      expect((await loginAs('li', LI.password)).error_code).toBe(0)
      expect((await loginAs(owner.username, password)).error_code).toBe(0)
    })
  })
})
