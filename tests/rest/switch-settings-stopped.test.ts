import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteRules } from '#core/access/site-rules.ts'
import { signInRedirects } from '#core/account/sign-in-redirects.ts'
import { writeSettings } from '#core/settings.ts'
import type { ComposedApplication } from '#server/application.ts'
import type { Receipt } from '#server/switch/receipt.ts'
import { LEAST_TABLES, showdocHash } from '#tests/support/showdoc.ts'
import { dyingAt, Killed } from './dying-at.ts'
import { PLACES, runFrom, siteOfMoves, type SiteOfMoves } from './site-of-moves.ts'

const otherSite = (host: string): string =>
  JSON.stringify({
    ...{ host, client_id: 'docs', client_secret: 'secret', protocol: 'https' },
    ...{ authorize_path: '/authorize', token_path: '/token', userinfo_path: '/userinfo' },
  })
const SHOWDOC = `${LEAST_TABLES}
  create table options (option_id, option_name text, option_value text);
  insert into user values (1, 'ann', '${showdocHash('birch')}');
  insert into item values (3, 'One', 1);
  insert into page values (30, 3, 'Page', 'x');
  insert into options values (1, 'register_open', '1'), (2, 'beian', 'first'), (3, 'oauth2_open', '1'),
    (4, 'oauth2_form', '${otherSite('sso.example.test')}'), (5, 'login_secret_key', 'the-first-login-secret-key'),
    (6, 'ldap_form', '{"host":"ldap.example.test","port":"389","base_dn":"dc=x","bind_password":"secret"}');`
const set = (name: string, value: string): string =>
  `update options set option_value = '${value}' where option_name = '${name}';`

describe.each(PLACES)('settings of a ShowDoc that come again (%s)', (place) => {
  let site: SiteOfMoves
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
    await site.run()
    await site.application.product.database.users.update(1, { isAdmin: true })
  }, 240_000)
  afterAll(() => site.close(), 60_000)

  const SECTIONS = ['site', 'plugin.oauth-login', 'plugin.ldap-login', 'plugin.key-login'] as const
  const stored = async () => {
    const found = await Promise.all(SECTIONS.map((id) => site.application.product.database.settings.read(id)))
    return found as readonly Readonly<Record<string, unknown>>[]
  }
  const recorded = async (): Promise<number> =>
    (await site.application.product.database.audit.find({ action: 'settings.changed' }, { page: 1, count: 1 })).total
  const keptOf = ({ kept }: Receipt): readonly string[] =>
    kept.flatMap(({ table, reason, values }) => (table === 'options' ? [`${values?.['name'] ?? ''} ${reason}`] : []))
  const without = (operation: string): ComposedApplication => {
    const { [operation]: _, ...operations } = site.application.product.operations
    return { ...site.application, product: { ...site.application.product, operations } }
  }

  it('come all or none, and once, whenever the move is killed', async () => {
    const before = [await stored(), await recorded()] as const
    site.inShowdoc(`${set('register_open', '0')} ${set('beian', 'second')} ${set('oauth2_form', otherSite('login.example.test'))}
      ${set('login_secret_key', 'another-login-secret-key')}
      ${set('ldap_form', '{"host":"directory.example.test","port":"389","base_dn":"dc=y"}')}`)
    const came = async (): Promise<readonly boolean[]> => {
      const [ofSite, other, directory, key] = await stored()
      return [
        ...[ofSite?.['registerOpen'] === false, ofSite?.['beian'] === 'second'],
        ...[other?.['host'] === 'login.example.test', directory?.['host'] === 'directory.example.test'],
        JSON.stringify(key) !== JSON.stringify(before[0][3]),
      ]
    }
    const states = new Set<string>()
    let end: unknown = 'killed'
    for (let nth = 0; end !== 'done' && nth < 60; nth += 1)
      for (const when of ['before its end', 'after it'] as const) {
        const run = runFrom(site.folder, { application: dyingAt(site.application, nth, when) })
        end = await run.then(
          ({ receipt }) => {
            expect([receipt.isWhole, keptOf(receipt)]).toEqual([true, []])
            return 'done'
          },
          (error: unknown) => (error instanceof Killed ? 'killed' : error),
        )
        expect(['killed', 'done']).toContain(end)
        states.add(JSON.stringify(await came()))
        if (end === 'done') break
      }

    expect(end).toBe('done')
    expect([...states].map((state) => new Set(JSON.parse(state) as readonly boolean[]).size)).toEqual([1, 1])
    expect(await recorded()).toBe(before[1] + SECTIONS.length)
    expect((await site.run()).carried.wasDone).toBe(true)
  }, 240_000)

  it('stay where an administrator could not log in any more without them, and the others come', async () => {
    const { database, services } = site.application.product
    const [redirect] = services.extensions(signInRedirects)
    const methodId = redirect?.id ?? expect.fail()
    await database.identities.link(1, { methodId, externalId: 'ann' }, new Date())
    await database.identities.noteLogin(1, methodId, new Date())
    await writeSettings(database, siteRules, { arePasswordsOn: false })
    site.inShowdoc(`${set('oauth2_open', '0')} ${set('beian', 'third')}`)

    const { carried, receipt } = await site.run()

    expect(keptOf(receipt)).toEqual(['oauth2_open optionLastWayIn'])
    expect(await stored()).toMatchObject([{ beian: 'third' }, { isOpen: true }, {}, {}])
    expect([carried.wasDone, receipt.isWhole]).toEqual([false, true])
    const second = await site.run()
    expect([second.carried.wasDone, keptOf(second.receipt)]).toEqual([true, ['oauth2_open optionLastWayIn']])
    await writeSettings(database, siteRules, { arePasswordsOn: true })
    expect(keptOf((await site.run()).receipt)).toEqual([])
    expect((await stored())[1]).toMatchObject({ isOpen: false })
  })

  it('stay where a row of theirs cannot be read, and come once it can', async () => {
    site.inShowdoc(`${set('beian', 'fourth')} insert into options values ('x', 'made_up', 'y')`)

    const unreadable = await site.run()

    expect([unreadable.carried.wasDone, keptOf(unreadable.receipt)]).toEqual([true, ['beian optionsUnreadable']])
    expect((await stored())[0]).toMatchObject({ beian: 'third' })
    site.inShowdoc(`delete from options where option_id = 'x'`)
    expect(keptOf((await site.run()).receipt)).toEqual([])
    expect((await stored())[0]).toMatchObject({ beian: 'fourth' })
  })

  it.each([
    // Whether these logins are open depends on the form.
    { operation: 'oauthLogin', section: 'plugin.oauth-login', names: ['oauth2_form', 'oauth2_open'] },
    { operation: 'ldapLogin', section: 'plugin.ldap-login', names: ['ldap_form'] },
  ])(
    'stay while nothing here keeps them, and come once something does ($operation)',
    async ({ operation, section, names }) => {
      const told = names.map((name) => `${name} optionWithoutPlugin`)
      const read = async () =>
        (await site.application.product.database.settings.read(section)) as Readonly<Record<string, unknown>>
      const before = await read()
      const ofForm = {
        oauth2_form: otherSite('third.example.test'),
        ldap_form: '{"host":"third.example.test","base_dn":"dc=z"}',
      }
      const [name = ''] = names
      site.inShowdoc(`${set(name, ofForm[name as keyof typeof ofForm])} ${set('beian', operation)}`)

      const { carried, receipt } = await runFrom(site.folder, { application: without(operation) })

      expect([carried.wasDone, keptOf(receipt)]).toEqual([false, told])
      expect([await read(), (await stored())[0]]).toMatchObject([before, { beian: operation }])
      const again = await runFrom(site.folder, { application: without(operation) })
      expect([again.carried.wasDone, keptOf(again.receipt)]).toEqual([true, told])
      expect(keptOf((await site.run()).receipt)).toEqual([])
      expect(await read()).toMatchObject({ host: 'third.example.test' })
      expect((await site.run()).carried.wasDone).toBe(true)
    },
  )
})
