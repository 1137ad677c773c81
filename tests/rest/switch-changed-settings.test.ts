import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUser } from '#core/account/registration.ts'
import { readSettings, writeSettings } from '#core/settings.ts'
import { switchNote } from '#server/switch/note.ts'
import type { Receipt } from '#server/switch/receipt.ts'
import { LEAST_TABLES, showdocHash } from '#tests/support/showdoc.ts'
import { PLACES, siteOfMoves, type SiteOfMoves } from './site-of-moves.ts'

const OLD_KEY = 'the-first-login-secret-key'
const NEW_KEY = 'another-login-secret-key'
const otherSite = (host: string): string =>
  JSON.stringify({
    ...{ host, client_id: 'docs', client_secret: 'OAUTH-PW', protocol: 'https' },
    ...{ authorize_path: '/authorize', token_path: '/token', userinfo_path: '/userinfo' },
  })
const SHOWDOC = `${LEAST_TABLES}
  create table options (option_id integer primary key, option_name text, option_value text);
  insert into user values (1, 'ann', '${showdocHash('birch')}');
  insert into item values (3, 'One', 1);
  insert into page values (30, 3, 'Page', 'x');
  insert into options values (1, 'register_open', '1'), (2, 'show_watermark', '0'), (3, 'beian', 'first'),
    (4, 'oauth2_open', '1'), (5, 'oauth2_form', '${otherSite('sso.example.test')}'),
    (6, 'login_secret_key', '${OLD_KEY}'), (7, 'ldap_open', '1'),
    (8, 'ldap_form', '{"host":"ldap.example.test","port":"389","base_dn":"dc=x","bind_password":"LDAP-PW"}'),
    (9, 'home_page', '2'), (10, 'oss_setting', '{"oss_type":"aliyun","key":"k","secret":"OSS-PW","bucket":"b"}'),
    (11, 'strong_password_enabled', '1');`
const set = (name: string, value: string): string =>
  `update options set option_value = '${value}' where option_name = '${name}';`
const CLOSED = [set('register_open', '0'), set('oauth2_open', '0'), set('login_secret_key', NEW_KEY)].join(' ')

const sectionsOf = (site: SiteOfMoves) =>
  Promise.all(
    ['site', 'storage', 'plugin.ldap-login', 'plugin.oauth-login', 'plugin.key-login'].map(
      async (id) => (await site.application.product.database.settings.read(id)) as Readonly<Record<string, unknown>>,
    ),
  )
let links = 0
/** Whether a link that a program makes with the key logs a new person in. */
async function logsIn({ browser }: Pick<SiteOfMoves, 'browser'>, key: string): Promise<boolean> {
  const username = `visitor${(links += 1)}`
  const time = String(Math.floor(Date.now() / 1000))
  const token = createHash('md5').update(`${username}${key}${time}`).digest('hex')
  const url = `/api/ExtLogin/bySecretKey?${new URLSearchParams({ username, time, token }).toString()}`
  const visitor = browser()
  await visitor.request({ method: 'GET', url, headers: { 'sec-fetch-site': 'cross-site' } })
  return (await visitor.post('user/info')).data.username === username
}
async function administrator(site: SiteOfMoves) {
  const ann = site.browser()
  await ann.logIn('ann', 'birch')
  return ann
}
const keptOf = ({ kept }: Receipt): readonly string[] =>
  kept.flatMap(({ table, reason, values }) => (table === 'options' ? [`${values?.['name'] ?? ''} ${reason}`] : []))
const SECRETS = [OLD_KEY, NEW_KEY, 'OAUTH-PW', 'LDAP-PW', 'OSS-PW']

describe.each(PLACES)('settings that change in ShowDoc after they came (%s)', (place) => {
  let site: SiteOfMoves
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
    await site.run()
    await site.application.product.database.users.update(1, { isAdmin: true })
  }, 240_000)
  afterAll(() => site.close(), 60_000)

  it('are brought where nobody changed them here, and what was closed or reset there is so here', async () => {
    expect([await logsIn(site, OLD_KEY), await logsIn(site, NEW_KEY)]).toEqual([true, false])
    site.inShowdoc(`${CLOSED} ${set('show_watermark', '1')} ${set('home_page', '1')} ${set('beian', 'second')}
      ${set('oauth2_form', otherSite('login.example.test'))}
      ${set('ldap_form', '{"host":"ldaps://directory.example.test","base_dn":"dc=y"}')}
      delete from options where option_name = 'oss_setting';
      insert into options values (20, 'made_up', 'x')`)

    const { carried, receipt } = await site.run()

    const [ofSite, storage, directory, otherLogin] = await sectionsOf(site)
    expect(ofSite).toMatchObject({ registerOpen: false, showWatermark: true, homePage: 1, beian: 'second' })
    expect(otherLogin).toMatchObject({ isOpen: false, host: 'login.example.test', clientId: 'docs' })
    expect(directory).toMatchObject({
      isOpen: false,
      host: 'directory.example.test',
      security: 'ldaps',
      bindPassword: '',
    })
    expect(storage).toEqual({})
    expect([await logsIn(site, OLD_KEY), await logsIn(site, NEW_KEY)]).toEqual([false, true])
    expect(carried.wasDone).toBe(false)
    expect(keptOf(receipt)).toEqual([])
    const idsOf = (of: Receipt['left']) => of.flatMap(({ table, id }) => (table === 'options' ? [id] : [])).toSorted()
    expect(idsOf(receipt.left)).toEqual([11, 20])
    expect(receipt.changed.map(({ reason }) => reason)).not.toContain('directoryPlain')
    expect(receipt.isWhole).toBe(true)
    for (const secret of SECRETS) expect(JSON.stringify(receipt)).not.toContain(secret)
  })

  it('are opened where ShowDoc opens them, and written once', async () => {
    site.inShowdoc(set('register_open', '1'))

    await site.run()

    expect((await sectionsOf(site))[0]).toMatchObject({ registerOpen: true })
    const recorded = async () =>
      (await site.application.product.database.audit.find({ action: 'settings.changed' }, { page: 1, count: 1 })).total
    const before = [await sectionsOf(site), await recorded()]
    expect((await site.run()).carried.wasDone).toBe(true)
    expect([await sectionsOf(site), await recorded()]).toEqual(before)
  })

  it('stay as they were changed here, and the receipt names them', async () => {
    const ann = await administrator(site)
    const sent = { register_open: false, show_watermark: false, beian: 'ours' }
    expect((await ann.postJson('adminSetting/saveConfig', sent)).error_code).toBe(0)
    const { data } = await ann.postJson('adminSetting/resetLoginSecretKey', {})
    site.inShowdoc(`${set('beian', 'third')} ${set('show_watermark', '0')} ${set('login_secret_key', OLD_KEY)}`)

    const { receipt } = await site.run()

    const [ofSite] = await sectionsOf(site)
    expect(ofSite).toMatchObject({ registerOpen: false, showWatermark: false, beian: 'ours' })
    expect((await ann.post('adminSetting/getLoginSecretKey')).data).toEqual(data)
    expect(keptOf(receipt)).toEqual([
      ...['beian optionChangedInBoth', 'register_open optionEditedHere', 'login_secret_key loginKeyOfHereStays'],
    ])
  })

  it('of which an older version noted nothing stay as they are, and those that differ are named', async () => {
    const { database } = site.application.product
    const { sources } = await readSettings(database, switchNote)
    await writeSettings(database, switchNote, {
      sources: sources.map((source) => ({ ...source, settings: undefined })),
    })

    const { receipt } = await site.run()

    expect(await sectionsOf(site)).toMatchObject([{ registerOpen: false, beian: 'ours' }, {}, {}, {}, {}])
    expect(keptOf(receipt)).toEqual([
      ...['beian optionOfOlder', 'register_open optionOfOlder', 'login_secret_key loginKeyOfOlder'],
    ])
    site.inShowdoc(`${set('show_watermark', '1')} ${set('beian', 'ours')}`)
    expect(keptOf((await site.run()).receipt)).toEqual([
      ...['register_open optionOfOlder', 'login_secret_key loginKeyOfOlder'],
    ])
    expect((await sectionsOf(site))[0]).toMatchObject({ showWatermark: true, beian: 'ours' })
  })

  it('stay where the copy is older than what came, or says nothing of them', async () => {
    site.inShowdoc(`insert into page values (31, 3, 'Later', 'y')`)
    await site.run()
    site.inShowdoc(`delete from page where page_id = 31; ${set('show_watermark', '0')}`)

    expect(keptOf((await site.run()).receipt)).toContain('show_watermark optionsUnsure')
    site.inShowdoc(`insert into page values (31, 3, 'Later', 'y'); alter table options rename to other_options`)
    expect(keptOf((await site.run()).receipt)).toEqual([])
    expect((await sectionsOf(site))[0]).toMatchObject({ showWatermark: true })
  })
})

it.each(PLACES)('do not come beside what an Octavo has (%s)', async (place) => {
  const site = await siteOfMoves(place, { statements: SHOWDOC, isInto: true })
  try {
    const { database: store, services } = site.application.product
    await store.users.insert(await newUser({ store, services }, { username: 'here', password: 'a long birch walk' }))
    const before = await sectionsOf(site)
    await site.run()
    site.inShowdoc(CLOSED)

    const { receipt } = await site.run()

    expect(await sectionsOf(site)).toEqual(before)
    expect(receipt.left.filter(({ reason }) => reason === 'optionOfOther')).toHaveLength(11)
  } finally {
    await site.close()
  }
})
