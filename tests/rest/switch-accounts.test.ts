import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSettings } from '#core/settings.ts'
import { newUser } from '#core/account/registration.ts'
import { siteRules } from '#core/access/site-rules.ts'
import { signInRedirects, type SignInRedirect } from '#core/account/sign-in-redirects.ts'
import type { ExtensionPoint } from '#core/extension.ts'
import type { Finding } from '#server/switch/plan/findings.ts'
import { showdocHash } from '#tests/support/showdoc.ts'
import { CATALOG_AND_PAGE_TABLES } from '#tests/support/showdoc-tables.ts'
import { PLACES, runFrom, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

const ELSEWHERE: SignInRedirect = {
  id: 'elsewhere',
  title: { en: 'elsewhere', 'zh-cn': '别处' },
  start: async () => 'https://elsewhere.example',
  finish: async () => null,
}

/** As ShowDoc has it: it gives no number of an account again, unless a backup is brought back. */
const SHOWDOC = `
  create table user (uid integer primary key autoincrement, username text, password text, groupid int default 2,
    reg_time int);
  create table item (item_id integer primary key, item_name text, uid integer, addtime int, is_del int default 0);
  ${CATALOG_AND_PAGE_TABLES}
  create table item_member (item_member_id integer primary key, item_id int, uid int, member_group_id int, cat_id int);
  insert into user (uid, username, groupid, reg_time) values (1, 'root', 1, 1600000001), (2, 'ann', 2, 1600000002),
    (3, 'tom', 2, 1600000003), (4, 'eve', 2, 1600000004), (5, 'max', 1, 1600000005), (6, 'kim', 2, 1600000006);
  update user set password = '${showdocHash('larch')}';
  insert into item (item_id, item_name, uid, addtime) values (5, 'Orders', 2, 1600000000);
  insert into item_member values (50, 5, 6, 0, 0);`

describe.each(PLACES)('accounts that a later copy of a ShowDoc does not have (%s)', (place) => {
  let site: SiteOfMoves
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
    await site.run()
  }, 240_000)
  afterAll(() => site.close(), 60_000)
  const run = async () => {
    const done = await site.run()
    expect(done.receipt.isWhole).toBe(true)
    return done
  }
  const switchedOff = async (): Promise<readonly number[]> => {
    const { users } = site.application.product.database
    const off: number[] = []
    for (const id of [1, 2, 3, 4, 5, 6]) if ((await users.byId(id))?.isSwitchedOff === true) off.push(id)
    return off
  }
  const told = (of: readonly Finding[]) =>
    of.flatMap(({ table, id, reason }) => (table === 'user' ? [`${id} ${reason}`] : [])).toSorted()

  it('stay on where the copy is older than one that came, or where most are gone at once', async () => {
    site.inShowdoc(`create table away as select * from user; delete from user where uid = 6;
      delete from item_member; update sqlite_sequence set seq = 5 where name = 'user'`)
    const older = await run()
    expect([told(older.receipt.kept), await switchedOff()]).toEqual([['6 accountUnsure'], []])

    site.inShowdoc(`update sqlite_sequence set seq = 6 where name = 'user'; delete from user where uid > 2`)
    const most = await run()

    expect(told(most.receipt.kept)).toEqual([3, 4, 5, 6].map((id) => `${id} accountUnsure`))
    expect([await switchedOff(), most.carried.wasDone]).toEqual([[], true])
    site.inShowdoc('insert into user select * from away where uid > 2; insert into item_member values (50, 5, 6, 0, 0)')
    expect(told((await run()).receipt.kept)).toEqual([])
  })

  it('stay on where nobody could log in without them, and are noted where they are switched off', async () => {
    const { product } = site.application
    const { database } = product
    await database.identities.link(5, { methodId: 'elsewhere', externalId: 'max' }, new Date())
    await database.identities.noteLogin(5, 'elsewhere', new Date())
    await writeSettings(database, siteRules, { arePasswordsOn: false })
    const extensions = <Value>(point: ExtensionPoint<Value>): readonly Value[] =>
      point.id === signInRedirects.id ? [ELSEWHERE as Value] : product.services.extensions(point)
    const application = { ...site.application, product: { ...product, services: { ...product.services, extensions } } }
    site.inShowdoc('delete from user where uid in (5, 6)')

    const { receipt } = await runFrom(site.folder, { application })

    expect([told(receipt.changed), await switchedOff()]).toEqual([['6 accountEndedThere'], [6]])
    expect(told(receipt.kept)).toEqual(['5 accountGoneThere'])
    const noted = await database.audit.find({ action: 'account.switchedOff' }, { page: 1, count: 9 })
    expect(noted.total).toBe(1)
    await writeSettings(database, siteRules, { arePasswordsOn: true })
    site.inShowdoc('insert into user select * from away where uid = 5')
    const again = await run()
    expect([told(again.receipt.kept), again.carried.wasDone]).toEqual([[], true])
  })

  it('stay off where the account is there again, which is told once', async () => {
    site.inShowdoc('insert into user select * from away where uid = 6')

    const { receipt } = await run()

    expect([told(receipt.changed), await switchedOff()]).toEqual([['6 accountBackThere'], [6]])
    const again = await run()
    expect([told(again.receipt.changed), again.carried.wasDone]).toEqual([[], true])
  })

  it('go to nobody else who got their number, nor do the rights of that person go to them', async () => {
    await site.application.product.database.users.update(6, { isSwitchedOff: false })
    site.inShowdoc(`update user set username = 'zoe', reg_time = 1700000000, groupid = 1 where uid = 6`)

    const { receipt } = await run()

    expect(told(receipt.left)).toEqual(['6 numberOfAnother'])
    expect(told(receipt.changed)).toEqual(['6 accountEndedThere'])
    const kim = await site.application.product.database.users.byId(6)
    expect(kim).toMatchObject({ username: 'kim', isAdmin: false, isSwitchedOff: true })
    expect(await site.application.product.database.members.ofItem(5)).toEqual([])
    expect((await run()).carried.wasDone).toBe(true)
  })

  it('are others where only the name or only the time changed', async () => {
    site.inShowdoc(`update user set username = 'thomas' where uid = 3; update user set reg_time = 1 where uid = 4`)
    await run()
    expect(await site.application.product.database.users.byId(3)).toMatchObject({ username: 'thomas' })
    expect(await switchedOff()).toEqual([6])
  })
})

it.each(PLACES)(
  'switches off the only account that was new beside those that were here, once it is deleted there (%s)',
  async (place) => {
    const site = await siteOfMoves(place, { statements: SHOWDOC, isInto: true })
    try {
      const { database: store, services } = site.application.product
      for (const username of ['root', 'ann', 'tom', 'eve', 'max'])
        await store.users.insert({
          ...(await newUser({ store, services }, { username, password: 'a long birch walk' })),
          isAdmin: username === 'root',
        })
      await site.run()
      const idOf = async (username: string) => (await store.users.byLogin(username))?.id ?? 0
      const isOff = async (username: string) => (await store.users.byId(await idOf(username)))?.isSwitchedOff
      const keptOf = async () =>
        (await site.run()).receipt.kept.flatMap(({ table, id, reason }) =>
          table === 'user' ? [`${id} ${reason}`] : [],
        )
      site.inShowdoc('create table away as select * from user; delete from user where uid > 2')
      expect([await keptOf(), await isOff('kim')]).toEqual([['6 accountUnsure'], false])
      site.inShowdoc('insert into user select * from away where uid in (3, 4)')

      expect([await keptOf(), await isOff('kim'), await isOff('max')]).toEqual([[], true, false])
    } finally {
      await site.close()
    }
  },
  120_000,
)
