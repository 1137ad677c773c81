import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { showdocHash } from '#tests/support/showdoc.ts'
import { CATALOG_AND_PAGE_TABLES } from '#tests/support/showdoc-tables.ts'
import type { Browser } from './harness.ts'
import { PLACES, type Run, siteOfMoves, type SiteOfMoves } from './site-of-moves.ts'

const HASH = showdocHash('birch')
/** Of each kind one that a version of before has moved in, without what is noted now. */
const SHOWDOC = `
  create table user (uid integer primary key, username text, name text default '', password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, item_description text default '', uid integer,
    password text default '', item_domain text default '');
  ${CATALOG_AND_PAGE_TABLES}
  create table mock (id integer primary key, page_id int, item_id int, path text, template text, unique_key text);
  create table options (option_id integer primary key, option_name text, option_value text);
  insert into user (uid, username, password, groupid) values (1, 'root', '${HASH}', 1), (2, 'ann', '${HASH}', 2),
    (3, 'tom', '${HASH}', 2), (4, 'eve', '${HASH}', 1), (5, 'una', '${HASH}', 1), (6, 'kim', '${HASH}', 1);
  insert into item (item_id, item_name, uid) values (5, 'Orders', 2), (6, 'Stock', 2), (7, 'Prices', 2), (8, 'Plans', 2),
    (9, 'Rates', 2), (10, 'Staff', 2);
  update item set password = 'rowan' where item_id = 10;
  insert into page (page_id, item_id, page_title, page_content, author_uid) values (30, 5, 'Create', 'a', 2),
    (31, 6, 'Count', 'b', 2), (32, 7, 'List', 'c', 2), (33, 8, 'Next', 'd', 2), (34, 9, 'Rate', 'e', 2),
    (35, 5, 'Moved', 'f', 2), (36, 5, 'Moved here', 'g', 2), (37, 5, 'Moved of before', 'h', 2), (38, 10, 'Secret', 'i', 2);
  insert into mock values (1, 30, 5, '/orders', '"orders"', 'mmmm');`

describe.each(PLACES)('what ShowDoc took from somebody, of what was edited here (%s)', (place) => {
  let site: SiteOfMoves
  let ann: Browser
  let root: Browser
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
    await site.run()
    await asOfBefore(site)
    ann = await loggedIn('ann')
    root = await loggedIn('root')
  }, 240_000)
  afterAll(() => site.close(), 60_000)

  const loggedIn = async (username: string): Promise<Browser> => {
    const browser = site.browser()
    await browser.logIn(username, 'birch')
    return browser
  }
  const done = async (browser: Browser, call: string, fields: Readonly<Record<string, string | number>>) =>
    expect((await browser.post(call, fields)).error_code).toBe(0)
  const edit = async (item_id: number, item_name: string, password = '') =>
    done(ann, 'item/update', { item_id, item_name, item_description: 'edited here', password })
  const openTo = async (browser: Browser, pages: readonly number[]): Promise<readonly number[]> => {
    const open: number[] = []
    for (const page_id of pages) if ((await browser.post('page/info', { page_id })).error_code === 0) open.push(page_id)
    return open
  }
  const keptOf = ({ receipt }: Run, table: string) =>
    receipt.kept.flatMap((row) => (row.table === table ? [`${row.id} ${row.reason}`] : []))
  const passes = async (item_id: number, password: string) =>
    (await site.browser().post('item/pwd', { item_id, password })).error_code === 0

  it('closes items by a visit password, whatever else of them was edited here', async () => {
    await edit(5, 'Orders')
    await edit(6, 'Stock')
    await edit(7, 'Prices', 'alder')
    await edit(7, 'Prices')
    expect(await openTo(site.browser(), [30, 31, 32, 33])).toEqual([30, 31, 32, 33])
    site.inShowdoc(`update item set password = 'hazel' where item_id in (5, 6, 7)`)

    const first = await site.run()

    expect(await openTo(site.browser(), [30, 31, 32, 33])).toEqual([32, 33])
    expect([await passes(5, 'hazel'), await passes(6, 'hazel')]).toEqual([true, true])
    expect((await ann.post('item/info', { item_id: 5 })).data).toMatchObject({ item_description: 'edited here' })
    expect((await site.browser().get('/mock-path/5&path=/orders')).body).not.toContain('"orders"')
    expect(keptOf(first, 'item')).toEqual([
      '5 editedAndClosed',
      '6 editedAndClosed',
      '7 editedAndChanged',
      '7 openerThanThere',
    ])
    const second = await site.run()
    expect([first.receipt.isWhole, second.carried.wasDone]).toEqual([true, true])
    expect(keptOf(second, 'item')).toEqual([
      '5 editedAndChanged',
      '6 editedAndChanged',
      '7 editedAndChanged',
      '7 openerThanThere',
    ])
  })

  it('follows a changed visit password, opens nothing, and lets what was opened here since be open', async () => {
    site.inShowdoc(
      `update item set password = 'maple' where item_id = 5; update item set password = '' where item_id = 6`,
    )
    await site.run()
    expect([await passes(5, 'hazel'), await passes(5, 'maple'), await passes(6, 'hazel')]).toEqual([false, true, true])
    expect(await openTo(site.browser(), [30, 31])).toEqual([])
    await edit(5, 'Orders')
    site.inShowdoc(`update item set password = 'aspen' where item_id = 5`)

    const run = await site.run()

    expect(await openTo(site.browser(), [30])).toEqual([30])
    expect(keptOf(run, 'item')).toContain('5 openerThanThere')
    await edit(5, 'Orders', 'aspen')
    expect(keptOf(await site.run(), 'item')).not.toContain('5 openerThanThere')
  })

  it('lets only members read when ShowDoc has begun to let nobody read without logging in', async () => {
    await edit(8, 'Plans')
    site.inShowdoc(`insert into options (option_name, option_value) values ('force_login', '1')`)

    await site.run()

    expect(await openTo(site.browser(), [33, 34])).toEqual([])
    expect(await openTo(ann, [33, 34])).toEqual([33, 34])
    expect((await site.run()).carried.wasDone).toBe(true)
  })

  it('hands items over to their owners in ShowDoc, and lets those stay that were handed over here', async () => {
    const tom = await loggedIn('tom')
    expect(await openTo(tom, [33])).toEqual([])
    await edit(9, 'Rates')
    await done(ann, 'item/attorn', { item_id: 9, username: 'tom', password: 'birch' })
    site.inShowdoc('update item set uid = 3 where item_id = 8; update item set uid = 1 where item_id = 9')

    const run = await site.run()

    expect([await openTo(tom, [33, 34]), await openTo(ann, [33, 34])]).toEqual([[33, 34], []])
    expect(keptOf(run, 'item')).toEqual(expect.arrayContaining(['8 editedAndClosed', '9 ownerStays']))
    expect((await site.run()).carried.wasDone).toBe(true)
  })

  it('lets those administer the site no more who administer no ShowDoc any more, with the names they have here', async () => {
    const administers = async (username: string): Promise<boolean> =>
      (await site.application.product.database.users.byLogin(username))?.isAdmin ?? expect.fail()
    for (const username of ['ann', 'tom', 'una', 'kim'])
      await done(await loggedIn(username), 'user/updateInfo', { name: `${username} of here` })
    const { users } = site.application.product.database
    await users.update(3, { isAdmin: true })
    await done(root, 'member/save', { item_id: 10, username: 'tom', member_group_id: 0 })
    site.inShowdoc(`update user set groupid = 2 where uid in (4, 5, 6); update user set name = 'kim of there' where uid = 6;
      insert into user (uid, username, password) values (9, 'zoe', '${HASH}')`)

    const run = await site.run()

    const all = ['root', 'ann', 'tom', 'eve', 'una', 'kim']
    expect(await Promise.all(all.map(administers))).toEqual([true, false, true, false, false, false])
    expect((await users.byLogin('kim'))?.name).toBe('kim of here')
    expect(keptOf(run, 'user')).toEqual(['5 demotedThere', '6 demotedThere', '3 administratorStays'])
    // The account of somebody else that is new changes nothing of who has got what here.
    expect(run.receipt.roles.differing.filter(({ reason }) => reason === 'wider')).toEqual([])
    expect(run.receipt.roles.differing).toContainEqual(
      expect.objectContaining({ username: 'tom', itemId: 10, reason: 'givenSince' }),
    )
    expect((await site.run()).carried.wasDone).toBe(true)
    await users.update(6, { isAdmin: true })
    await site.run()
    expect(await administers('kim')).toBe(true)
  })

  it('moves edited pages with their texts into closed items, and names those that it does not know to be as they came', async () => {
    const { pages } = site.application.product.database
    await edit(5, 'Orders')
    for (const id of [35, 37])
      await done(ann, 'page/save', { page_id: id, item_id: 5, page_title: 'Edited', page_content: 'edited here' })
    await pages.moveAll([36], { itemId: 7, catalogId: null })
    expect(await openTo(site.browser(), [35, 36, 37, 38])).toEqual([35, 36, 37])
    site.inShowdoc('update page set item_id = 10 where page_id in (35, 36, 37)')

    const run = await site.run()

    expect(await openTo(site.browser(), [35, 36, 37, 38])).toEqual([36, 37])
    expect((await root.post('page/info', { page_id: 35 })).data).toMatchObject({
      ...{ item_id: 10, page_content: 'edited here' },
    })
    const told = ({ receipt }: Run) => receipt.kept.filter(({ reason }) => /editedAndMoved|staysInItem/.test(reason))
    expect(told(run)).toMatchObject([
      { id: 35, reason: 'editedAndMoved', values: { item: 10 } },
      { id: 36, reason: 'staysInItem', values: { item: 10 } },
      { id: 37, reason: 'staysInItem', values: { item: 10 } },
    ])
    const second = await site.run()
    expect([run.receipt.isWhole, second.receipt.isWhole, second.carried.wasDone]).toEqual([true, true, true])
    expect(told(second).map(({ id }) => id)).toEqual([36, 37])
    // Back here by somebody, it stays there.
    await pages.moveAll([35], { itemId: 5, catalogId: null })
    expect(told(await site.run()).map(({ id }) => id)).toEqual([36, 37])
    expect(await openTo(site.browser(), [35])).toEqual([35])
    // Nothing that was written in a closed item is opened.
    await done(root, 'page/save', { page_id: 38, item_id: 10, page_title: 'Secret', page_content: 'edited here' })
    site.inShowdoc(`update options set option_value = '0' where option_name = 'force_login'; update item set password = '' where item_id = 7;
      update page set item_id = 7 where page_id = 38`)
    await site.run()
    expect(await openTo(site.browser(), [38])).toEqual([])
  })
})

/** Leaves of some of it only what a version of before has noted. */
async function asOfBefore({ application }: SiteOfMoves): Promise<void> {
  await application.carrying.carry(async (rows) => {
    const records = rows.records(1)
    await records.noteOther('item_access', new Map([[6, '']]))
    await records.noteOther('user_standing', new Map([[5, '']]))
    const page = (await records.of('page')).find(({ id }) => id === 37)
    await records.note('page', new Map([[37, page?.sourceSum?.split(' in ')[0] ?? '']]))
  })
}
