import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '#server/switch/plan/findings.ts'
import { showdocHash } from '#tests/support/showdoc.ts'
import type { Browser } from './harness.ts'
import { CATALOG_AND_PAGE_TABLES, TEAM_RIGHTS_TABLE, TEAM_TABLES } from '#tests/support/showdoc-tables.ts'
import { PLACES, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

const PEOPLE = { ann: 'birch', tom: 'oak', eve: 'yew', max: 'elm' } as const
/** Items that only members and people of teams may read: of members 5 and 6, of teams 7 and 8. */
const SHOWDOC = `
  create table user (uid integer primary key autoincrement, username text, password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer, password text default 'rowan',
    item_domain text default '', addtime int, last_update_time int, is_del int default 0);
  ${CATALOG_AND_PAGE_TABLES}
  create table page_history (page_history_id integer primary key, page_id int, page_title text, page_content text,
    author_uid int, addtime int, cat_id int default 0);
  create table item_member (item_member_id integer primary key, item_id int, uid int, member_group_id int, cat_id int,
    cat_ids text);
  ${TEAM_TABLES}
  ${TEAM_RIGHTS_TABLE}
  insert into user (uid, username, password, groupid) values (1, 'root', '${showdocHash('larch')}', 1), (6, 'boss', '${showdocHash('fir')}', 1),
    ${Object.values(PEOPLE)
      .map((password, at) => `(${at + 2}, '${Object.keys(PEOPLE)[at]}', '${showdocHash(password)}', 2)`)
      .join(', ')};
  insert into item (item_id, item_name, uid, addtime, item_domain) values (5, 'Orders', 2, 1600000000, 'orders'),
    (6, 'Stock', 2, 1600000000, ''), (7, 'Of a team', 2, 1600000000, ''), (8, 'Of another', 2, 1600000000, '');
  insert into page (page_id, item_id, page_title, page_content, author_uid, addtime) values
    (30, 5, 'Create', 'x', 2, 1600000100), (31, 5, 'List', 'x', 2, 1600000100), (32, 6, 'Count', 'x', 2, 1600000100),
    (33, 7, 'In a team', 'x', 2, 1600000100), (34, 8, 'In another', 'x', 2, 1600000100);
  insert into page_history values (40, 30, 'Create', 'before', 2, 1600000050, 0);
  insert into catalog values (20, 5, 0, 'First', 1), (21, 5, 0, 'Second', 1);
  insert into item_member values (50, 5, 3, 0, 0, ''), (51, 6, 3, 0, 0, '');
  insert into team values (60, 'Crew', 2, 1600000000), (61, 'Other crew', 2, 1600000000);
  insert into team_member values (70, 60, 3, 1, 1600000000), (71, 61, 3, 1, 1600000000);
  insert into team_item values (80, 60, 7, 1600000000), (81, 61, 8, 1600000000);
  insert into team_item_member values (90, 60, 7, 0, 3, 0), (91, 61, 8, 0, 3, 0);`

describe.each(PLACES)('what is taken away in a ShowDoc between two runs (%s)', (place) => {
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
  const browsers = new Map<string, Browser>()
  const loggedIn = async (username: keyof typeof PEOPLE): Promise<Browser> => {
    const browser = browsers.get(username) ?? site.browser()
    if (!browsers.has(username)) await browser.logIn(username, PEOPLE[username])
    browsers.set(username, browser)
    return browser
  }
  /** Who may read a page. */
  const readersOf = async (pageId: number): Promise<readonly string[]> => {
    const readers: string[] = []
    for (const name of ['tom', 'eve', 'max'] as const)
      if ((await (await loggedIn(name)).post('page/info', { page_id: pageId })).error_code === 0) readers.push(name)
    return readers
  }
  const told = (of: readonly Finding[], ...tables: readonly string[]) =>
    of.flatMap(({ table, id, reason }) => (tables.includes(table) ? [`${table} ${id} ${reason}`] : [])).toSorted()

  it('stays taken where the number of a row is given to somebody else', async () => {
    expect([await readersOf(31), await readersOf(33), await readersOf(34)]).toEqual([['tom'], ['tom'], ['tom']])
    site.inShowdoc(`update item_member set uid = 4 where item_member_id = 50;
      update team_member set member_uid = 4 where id = 70; update team_item_member set member_uid = 4 where id = 90;
      update team_item set item_id = 6 where id = 81;
      update team_item_member set item_id = 6, member_uid = 5 where id = 91;
      update team_member set member_uid = 5 where id = 71;`)

    await run()

    expect([await readersOf(31), await readersOf(33), await readersOf(34)]).toEqual([['eve'], ['eve'], []])
    expect(await readersOf(32)).toEqual(['tom', 'max'])
    expect((await run()).carried.wasDone).toBe(true)
  })

  it('is taken only where it is known, and not from people who got it here', async () => {
    site.inShowdoc(
      `alter table item_member rename to item_member_away; alter table team_member rename to members_away;`,
    )

    const { receipt } = await run()

    expect([await readersOf(31), await readersOf(33)]).toEqual([['eve'], ['eve']])
    expect(told(receipt.kept, 'item_member', 'team_member')).toEqual([
      ...['item_member 50', 'item_member 51', 'team_member 70', 'team_member 71'].map(
        (row) => `${row} rightsUnreadable`,
      ),
    ])
    site.inShowdoc(`alter table item_member_away rename to item_member; alter table members_away rename to team_member;
      delete from item_member where item_member_id = 51;`)
    const ann = await loggedIn('ann')
    await ann.post('member/save', { item_id: 6, username: 'tom', member_group_id: 1 })
    const edited = await run()
    expect(await readersOf(32)).toEqual(['tom', 'max'])
    expect(told(edited.receipt.kept, 'item_member')).toEqual(['item_member 51 changedAndTaken'])
    expect((await run()).carried.wasDone).toBe(true)
  })

  it('is taken from an item in the recycle bin as well', async () => {
    const { items } = site.application.product.database
    await items.recycle(5, 1, new Date())
    site.inShowdoc(`delete from item_member where item_member_id = 50;
      update item set password = 'holly', item_domain = 'sales' where item_id = 5`)

    await run()

    expect((await run()).carried.wasDone).toBe(true)
    await items.recover(5)
    expect(await readersOf(31)).toEqual([])
    const visitor = site.browser()
    expect((await visitor.post('item/pwd', { item_id: 5, password: 'rowan' })).error_code).not.toBe(0)
    expect((await visitor.post('item/pwd', { item_id: 'sales', password: 'holly' })).error_code).toBe(0)
    expect((await run()).carried.wasDone).toBe(true)
  })

  it('goes with a page that was moved into another item, also one that is new', async () => {
    site.inShowdoc(`insert into item (item_id, item_name, uid, addtime) values (9, 'New', 2, 1600000000);
      insert into item_member values (55, 9, 5, 0, 0, '');
      update page set item_id = 9 where page_id = 32; update page set item_id = 7 where page_id = 30;`)

    await run()

    expect([await readersOf(32), await readersOf(30)]).toEqual([['max'], ['eve']])
    const ann = await loggedIn('ann')
    expect((await ann.post('page/history', { page_id: 30 })).data).toHaveLength(1)
    expect((await run()).carried.wasDone).toBe(true)
  })

  it('switches an account off that was deleted, once, and never the last administrator', async () => {
    const codeOf = async (username: string, password: string) =>
      (await site.browser().post('user/login', { username, password })).error_code
    site.inShowdoc('delete from user where uid in (1, 5, 6)')

    const { receipt } = await run()

    expect(told(receipt.changed, 'user')).toEqual(['user 1 accountEndedThere', 'user 5 accountEndedThere'])
    expect(told(receipt.kept, 'user')).toEqual(['user 6 accountGoneThere'])
    expect([await codeOf('max', 'elm'), await codeOf('root', 'larch')]).not.toContain(0)
    expect([await codeOf('boss', 'fir'), await codeOf('tom', 'oak')]).toEqual([0, 0])
    await site.application.product.database.users.update(5, { isSwitchedOff: false })
    const again = await run()
    expect(told(again.receipt.kept, 'user')).toEqual([5, 6].map((id) => `user ${id} accountGoneThere`))
    expect([await codeOf('max', 'elm'), again.carried.wasDone]).toEqual([0, true])
  })

  it('stays where people may rely on it, and the receipt tells of it', async () => {
    site.inShowdoc(`delete from page where page_id in (31, 33); delete from catalog where cat_id = 21;
      delete from team where id = 61; delete from item where item_id = 7`)

    const { receipt } = await run()

    expect(told(receipt.kept, 'page', 'catalog', 'team', 'item')).toEqual([
      ...['catalog 21', 'item 7', 'page 31', 'team 61'].map((row) => `${row} goneThere`),
    ])
    const ann = await loggedIn('ann')
    expect((await ann.post('page/info', { page_id: 31 })).data).toMatchObject({ page_title: 'List' })
    expect((await run()).carried.wasDone).toBe(true)
    expect((await ann.post('page/delete', { page_id: 31 })).error_code).toBe(0)
    expect(told((await run()).receipt.kept, 'page')).toEqual([])
  })

  it('is told of as well where it stays in an item in the recycle bin', async () => {
    const ann = await loggedIn('ann')
    site.inShowdoc("insert into item_member values (56, 9, 3, 0, 0, '')")
    await run()
    const changed = await ann.post('member/save', { item_id: 9, username: 'tom', member_group_id: 1 })
    expect(changed.error_code).toBe(0)
    await site.application.product.database.items.recycle(9, 1, new Date())
    site.inShowdoc('delete from item_member where item_member_id = 56')

    const { receipt } = await run()

    expect(told(receipt.kept, 'item_member')).toContain('item_member 56 changedAndTaken')
    expect((await run()).carried.wasDone).toBe(true)
  })
})
