import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { carry } from '#server/switch/carry.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import {
  describeShowdocs,
  expectedOf,
  LEAST_TABLES,
  madeShowdoc,
  SHOWDOC_VERSIONS,
  showdocFolder,
} from '#tests/support/showdoc.ts'
import { movedSite, type MovedSite } from './moved-site.ts'

async function moved(folder: string): Promise<MovedSite> {
  const site = await movedSite(folder)
  onTestFinished(() => site.close(), 60_000)
  return site
}

const PLACES = SHOWDOC_VERSIONS.flatMap((version, at) => [
  { version, place: 'embedded' },
  ...(POSTGRES_URL && at > 0 ? [{ version, place: 'PostgreSQL' }] : []),
])

const settingsOf = (site: MovedSite) =>
  Promise.all(
    ['site', 'storage', 'plugin.ldap-login', 'plugin.oauth-login', 'plugin.key-login'].map((id) =>
      site.application.product.database.settings.read(id),
    ),
  )

describeShowdocs(PLACES, 'the settings of ShowDoc $version that has moved in ($place)', ({ version, place }) => {
  let server: Awaited<ReturnType<typeof newServerDatabase>> | null = null
  let site: MovedSite
  beforeAll(async () => {
    server = place === 'PostgreSQL' ? await newServerDatabase() : null
    site = await movedSite(showdocFolder(version), server ? { DATABASE_URL: server.url } : {})
  }, 240_000)
  afterAll(async () => {
    await site.close()
    await server?.drop()
  })

  it('are those of the site, with secrets sealed and in no receipt', async () => {
    const [ofSite, storage, directory, otherSite, key] = await settingsOf(site)

    expect(ofSite).toMatchObject({
      ...{ homePage: version === '2.10.5' ? 2 : 1, homeItem: 0, beian: '鄂ICP备2026000000号-1', showWatermark: true },
      registerOpen: version !== '2.10.5',
    })
    expect(storage).toMatchObject({
      ...{ isOpen: false, provider: 'aliyun', key: 'FAKE-ACCESS-KEY', bucket: 'kestrel-docs', protocol: 'https' },
      ...{ endpoint: 'oss-cn-test.example.test', domain: 'cdn.example.test', secret: { sealed: expect.any(String) } },
    })
    expect(directory).toMatchObject({
      ...{ isOpen: false, host: 'ldap.example.test', port: 389, version: 3, baseDn: 'dc=example,dc=test' },
      ...{ userField: 'uid', searchFilter: '(&(objectClass=person)(uid=*))', security: 'none' },
      ...{ bindDn: 'cn=reader,dc=example,dc=test', bindPassword: { sealed: expect.any(String) } },
    })
    expect(otherSite).toMatchObject({
      ...{ isOpen: version === '3.9.2', entranceTips: '公司账号登录 Company sign-in', clientId: 'kestrel-docs' },
      ...{ host: 'sso.example.test', tokenPath: '/oauth2/token', userinfoPath: '/oauth2/userinfo' },
      ...{ logoutRedirectUri: 'https://sso.example.test/logout', clientSecret: { sealed: expect.any(String) } },
    })
    expect(key).toEqual({ key: { sealed: expect.any(String) } })
    expect(site.receipt.isWhole).toBe(true)
    const told = JSON.stringify(site.receipt)
    for (const secret of ['FAKE-SECRET-NOT-REAL', 'FAKE-LDAP-PW', 'FAKE-OAUTH-SECRET', 'sk-FAKE-0000'])
      expect(told).not.toContain(secret)
    const subcat = { reason: 'fieldUnknown', values: { name: 'oss_setting', field: 'subcat' } }
    expect(site.receipt.changed).toContainEqual(expect.objectContaining(subcat))
    const reasons = site.receipt.changed.map(({ reason }) => reason)
    expect(reasons).toEqual(expect.arrayContaining(['directoryPlain', 'loginKey']))
    if (version === '3.9.2') expect(reasons).toContain('otherSiteOn')
  }, 240_000)

  it('stay as administrators have changed them since, also when it is carried once more', async () => {
    const { application, showdoc } = site
    const admin = site.browser()
    const { username = '', password = '' } = expectedOf(version).users.find(({ site_admin }) => site_admin) ?? {}
    await admin.logIn(username, password)
    const changed = [
      await admin.postJson('adminSetting/saveConfig', { beian: 'another', register_open: false }),
      await admin.postJson('adminSetting/resetLoginSecretKey', {}),
    ]
    expect(changed.map(({ error_code }) => error_code)).toEqual([0, 0])
    const before = await settingsOf(site)
    const recorded = await recordOf(site)

    const { wasDone } = await carry({ showdoc, application, say: () => undefined })

    expect(wasDone).toBe(true)
    expect(await settingsOf(site)).toEqual(before)
    expect(await recordOf(site)).toEqual(recorded)
  }, 240_000)
})

const recordOf = async ({ application }: MovedSite) =>
  (await application.product.database.audit.find({}, { page: 1, count: 1 })).total

it('leaves of the settings what does not fit, with the reason, and switches on nothing that was not tried', async () => {
  const form = (fields: object): string => JSON.stringify(fields).replaceAll("'", "''")
  const { folder } = await madeShowdoc(`${LEAST_TABLES}
    insert into user values (1, 'ann', '');
    insert into item values (3, 'Open', 1);
    create table options (option_id integer primary key, option_name text, option_value text);
    insert into options values (1, 'db_version_num', '33'), (2, 'home_page', '4'), (3, 'home_item', '3'),
      (4, 'beian', '${'x'.repeat(300)}'), (5, 'beian', 'another'), (6, 'site_url', 'javascript:alert(1)'),
      (7, 'force_login', '0'), (8, 'ai_made_up', 'x'), (9, 'login_secret_key', 'short-secret'),
      (10, 'ldap_open', '1'), (11, 'ldap_form', '${form({ host: 'ldaps://d.test', port: '99999', base_dn: 'dc=x', bind_password: 'LDAP-PW', name_field: 'cn' })}'),
      (12, 'oauth2_open', '1'), (13, 'oauth2_form', '${form({ host: 'a b', client_id: 'c', client_secret: 'OAUTH-PW' })}'),
      (14, 'oss_open', '1'), (15, 'oss_setting', '{"oss_type":"nowhere","key":'), (16, 'show_watermark', '');`)

  const site = await moved(folder)
  const [ofSite, storage, directory, otherSite, key] = await settingsOf(site)

  expect(ofSite).toMatchObject({ homePage: 1, homeItem: 3, beian: '', siteUrl: '', showWatermark: false })
  expect([storage, key]).toEqual([null, null])
  expect(directory).toMatchObject({ isOpen: false, host: 'd.test', port: 389, security: 'ldaps', baseDn: 'dc=x' })
  expect(otherSite).toMatchObject({ isOpen: false, host: '', clientId: 'c' })
  const { left, changed, tables, isWhole } = site.receipt
  const idsOf = (of: typeof left) => of.filter(({ table }) => table === 'options').map(({ id }) => id)
  expect(idsOf(left).toSorted((a, b) => Number(a) - Number(b))).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 15])
  expect(idsOf(changed).toSorted((a, b) => Number(a) - Number(b))).toEqual([10, 11, 11, 12, 13, 14])
  expect(tables.find(({ name }) => name === 'options')).toMatchObject({ read: 16, carried: 7, left: 9 })
  expect(isWhole).toBe(true)
  for (const secret of ['LDAP-PW', 'OAUTH-PW', 'short-secret'])
    expect(JSON.stringify(site.receipt)).not.toContain(secret)
})

it('is not stopped by settings that are made to stop it', async () => {
  const { folder } = await madeShowdoc(`${LEAST_TABLES}
    insert into user values (1, 'ann', '');
    create table options (option_id integer primary key, option_name text, option_value text);
    insert into options values (1, 'oss_setting', '{"key":"\\u0000k","bucket":"\\ud800","__proto__":"x"}'),
      (2, 'ldap_form', '{"host":"a\\ud800","port":"NaN","version":"1e999","\\u0000":"x"}'),
      (3, 'oauth2_form', '{"host":"h","client_id":"\\ud800","protocol":"gopher","constructor":"y"}'),
      (4, 'home_item', '1e99'), (5, 'site_url', 'http://['), (6, 'show_watermark', '[]');`)

  const site = await moved(folder)

  const [, storage, directory, otherSite] = await settingsOf(site)
  expect([storage, directory]).toEqual([null, null])
  expect(otherSite).toMatchObject({ host: 'h', clientId: '', protocol: 'https' })
  expect(site.receipt.isWhole).toBe(true)
})
