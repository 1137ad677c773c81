import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Receipt } from '#server/switch/receipt.ts'
import { LEAST_TABLES, showdocHash } from '#tests/support/showdoc.ts'
import { PLACES, siteOfMoves, type SiteOfMoves } from './site-of-moves.ts'

const FORM = JSON.stringify({
  ...{ host: 'sso.example.test', client_id: 'docs', client_secret: 'secret', protocol: 'https' },
  ...{ authorize_path: '/authorize', token_path: '/token', userinfo_path: '/userinfo' },
})
const SHOWDOC = `${LEAST_TABLES}
  create table options (option_id integer primary key, option_name text, option_value text);
  insert into user values (1, 'ann', '${showdocHash('birch')}');
  insert into item values (3, 'One', 1), (4, 'Two', 1);
  insert into page values (30, 3, 'Page', 'x'), (40, 4, 'Page', 'y');
  insert into options values (1, 'register_open', '1'), (2, 'show_watermark', '1'), (3, 'beian', 'of ShowDoc'),
    (4, 'oauth2_open', '1'), (5, 'oauth2_form', '${FORM}'), (6, 'login_secret_key', 'the-login-secret-key-there'),
    (7, 'ldap_form', '{"host":"ldap.example.test","port":"389","base_dn":"dc=x","bind_password":"secret"}'),
    (8, 'ldap_open', '1'), (9, 'home_page', '2');`

const ALL_OF_HERE = [3, 1, 7, 5, 4, 6].map((id) => `${id} optionOfHere`)
const told = (of: Receipt['kept']): readonly string[] =>
  of.flatMap(({ table, id, reason }) => (table === 'options' ? [`${id} ${reason}`] : []))

describe.each(PLACES)('settings that were changed here after one item of a ShowDoc had come (%s)', (place) => {
  let site: SiteOfMoves
  const sections = () =>
    Promise.all(
      ['site', 'plugin.ldap-login', 'plugin.oauth-login', 'plugin.key-login'].map(
        async (id) => (await site.application.product.database.settings.read(id)) as Readonly<Record<string, unknown>>,
      ),
    )
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
    await site.run(3)
    await site.application.product.database.users.update(1, { isAdmin: true })
    const ann = site.browser()
    await ann.logIn('ann', 'birch')
    const saved = [
      await ann.postJson('adminSetting/saveConfig', { register_open: false, beian: 'of here' }),
      await ann.postJson('adminSetting/saveLdapConfig', {
        ldap_form: { host: 'here.example.test', base_dn: 'dc=here' },
      }),
      await ann.postJson('adminSetting/saveOauth2Config', { oauth2_form: { host: 'login-here.example.test' } }),
      await ann.postJson('adminSetting/resetLoginSecretKey', {}),
    ]
    expect(saved.map(({ error_code }) => error_code)).toEqual([0, 0, 0, 0])
  }, 240_000)
  afterAll(() => site.close(), 60_000)

  it('stay and are named when all of it comes, and the others come', async () => {
    const before = await sections()

    const { receipt, carried } = await site.run()

    const after = await sections()
    expect(after[0]).toMatchObject({ registerOpen: false, beian: 'of here', showWatermark: true, homePage: 2 })
    expect(after.slice(1)).toEqual(before.slice(1))
    expect(told(receipt.kept)).toEqual(ALL_OF_HERE)
    expect(told(receipt.changed)).toEqual([])
    expect([receipt.isWhole, carried.wasDone]).toEqual([true, false])
  })

  it('stay in later runs, in which what changed in ShowDoc of the others comes', async () => {
    const again = await site.run()
    expect(told(again.receipt.kept)).toEqual(ALL_OF_HERE)
    expect(again.carried.wasDone).toBe(true)
    site.inShowdoc(`update options set option_value = '0' where option_name = 'show_watermark';
      update options set option_value = 'of ShowDoc, later' where option_name = 'beian'`)

    const { receipt } = await site.run()

    expect((await sections())[0]).toMatchObject({ registerOpen: false, beian: 'of here', showWatermark: false })
    expect(told(receipt.kept)).toContain('3 optionChangedInBoth')
  })
})
