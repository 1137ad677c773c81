import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '#server/switch/plan/findings.ts'
import { showdocHash } from '#tests/support/showdoc.ts'
import type { Browser } from './harness.ts'
import { CATALOG_AND_PAGE_TABLES, TEAM_RIGHTS_TABLE, TEAM_TABLES } from '#tests/support/showdoc-tables.ts'
import { keyWorks, linkOpens, PLACES, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

const PEOPLE = { ann: 'birch', tom: 'oak', eve: 'yew', max: 'elm' } as const
const SHOWDOC = `
  create table user (uid integer primary key, username text, password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer, password text default 'rowan',
    item_domain text default '', addtime int, last_update_time int, is_del int default 0, allow_comment int default 1);
  ${CATALOG_AND_PAGE_TABLES}
  create table item_member (item_member_id integer primary key, item_id int, uid int, member_group_id int, cat_id int,
    cat_ids text);
  ${TEAM_TABLES}
  ${TEAM_RIGHTS_TABLE}
  create table single_page (id integer primary key, page_id int, unique_key text, expire_time int);
  create table item_token (id integer primary key, item_id int, api_key text, api_token text);
  create table subscription (id integer primary key, uid int, object_id int, object_type text, action_type text, sub_time text);
  create table mock (id integer primary key, uid int, page_id int, item_id int, path text, template text, unique_key text,
    addtime text);
  create table page_comment (comment_id integer primary key, page_id int, item_id int, parent_id int default 0, uid int,
    content text, is_deleted int default 0, addtime int);
  insert into user values (1, 'root', '${showdocHash('larch')}', 1), ${Object.entries(PEOPLE)
    .map(([name, password], at) => `(${at + 2}, '${name}', '${showdocHash(password)}', 2)`)
    .join(', ')};
  insert into item (item_id, item_name, uid, addtime) values (5, 'Orders', 2, 1600000000), (6, 'Stock', 2, 1600000000),
    (7, 'Of Eve', 4, 1600000000);
  insert into catalog values (20, 5, 0, 'First', 1), (21, 5, 0, 'Second', 1);
  insert into page (page_id, item_id, cat_id, page_title, page_content, author_uid, addtime) values
    (30, 5, 20, 'Create', 'x', 2, 1600000100), (31, 5, 21, 'List', 'x', 2, 1600000100),
    (32, 6, 0, 'Count', 'x', 2, 1600000100), (33, 7, 0, 'Private', 'x', 4, 1600000100),
    (34, 5, 0, 'Of somebody missing', 'x', 99, 1600000100);
  insert into team values (60, 'Crew', 2, 1600000000), (61, 'Other crew', 2, 1600000000);
  insert into team_member values (70, 60, 3, 1, 1600000000);
  insert into single_page values (1, 30, 'key-of-30', 0);
  insert into item_token values (1, 5, 'k5', 't5');
  insert into subscription values (1, 3, 30, 'page', 'update', '2020-09-13 20:26:40'),
    (2, 3, 31, 'page', 'update', '2020-09-13 20:26:40');
  insert into mock values (1, 2, 30, 5, '/orders', '{"of":"orders"}', 'mmmm', '2020-09-13 20:26:40');
  insert into page_comment values (1, 30, 5, 0, 2, 'Well said', 0, 1600000300), (2, 30, 5, 1, 3, 'Thanks', 0, 1600000301),
    (3, 30, 5, 0, 3, 'Another', 0, 1600000302);`

describe.each(PLACES)('numbers that a ShowDoc gives to others between two runs (%s)', (place) => {
  let site: SiteOfMoves
  let ann: Browser
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
    await site.run()
    ann = site.browser()
    await ann.logIn('ann', PEOPLE.ann)
  }, 240_000)
  afterAll(() => site.close(), 60_000)
  const run = async () => {
    const done = await site.run()
    expect(done.receipt.isWhole).toBe(true)
    return done
  }
  const wasDone = async (): Promise<boolean> => (await run()).carried.wasDone
  const told = (of: readonly Finding[], ...tables: readonly string[]) =>
    of.flatMap(({ table, id, reason }) => (tables.includes(table) ? [`${table} ${id} ${reason}`] : [])).toSorted()

  it('move a key and a link with them, and bring those that have them now', async () => {
    site.inShowdoc(`update item_token set id = 2 where id = 1; insert into item_token values (1, 6, 'k6', 't6');
      update single_page set id = 2 where id = 1; insert into single_page values (1, 31, 'key-of-31', 0);`)

    const { receipt } = await run()

    expect(told([...receipt.left, ...receipt.kept, ...receipt.changed], 'item_token', 'single_page')).toEqual([])
    const visitor = site.browser()
    expect([await keyWorks(visitor, 'k5', 't5'), await keyWorks(visitor, 'k6', 't6')]).toEqual([true, true])
    expect([await linkOpens(visitor, 'key-of-30'), await linkOpens(visitor, 'key-of-31')]).toEqual([true, true])
    expect(await wasDone()).toBe(true)
    site.inShowdoc(`delete from item_token where id = 2; delete from single_page where id = 2`)
    await run()
    expect([await keyWorks(visitor, 'k5', 't5'), await linkOpens(visitor, 'key-of-30')]).toEqual([false, false])
  })

  it('take no catalog from its item, and no team from its owner', async () => {
    expect((await ann.post('team/save', { id: 61, team_name: 'My crew' })).error_code).toBe(0)
    site.inShowdoc(`update catalog set item_id = 6, cat_name = 'Of stock' where cat_id = 21;
      update page set cat_id = 21 where page_id = 32; update page set cat_id = 0 where page_id = 31;
      update team set team_name = 'Of Eve', uid = 4, addtime = 1650000000 where id = 61;
      insert into team_member values (71, 61, 3, 1, 1650000000); insert into team_item values (80, 61, 7, 1650000000);
      insert into team_item_member values (90, 61, 7, 0, 3, 0); insert into catalog values (2000000005, 0, 0, 'Nowhere', 1);`)

    const { receipt } = await run()

    expect(told(receipt.kept, 'catalog', 'team')).toEqual(['catalog 21 numberGivenAgain', 'team 61 numberGivenAgain'])
    const { catalogs } = site.application.product.database
    const namesIn = async (itemId: number) => (await catalogs.ofItem(itemId)).map(({ name }) => name)
    expect([await namesIn(5), await namesIn(6)]).toEqual([['First', 'Second'], ['Of stock']])
    expect(await site.application.carrying.carry((rows) => rows.revisionOf(34))).toBe(1)
    expect((await ann.post('page/info', { page_id: 33 })).error_code).not.toBe(0)
    expect(JSON.stringify((await ann.post('team/getList', {})).data)).not.toContain('Of Eve')
    const tom = site.browser()
    await tom.logIn('tom', PEOPLE.tom)
    expect((await tom.post('page/info', { page_id: 33 })).data).toMatchObject({ page_title: 'Private' })
    expect(await wasDone()).toBe(true)
  })

  it('are not given in a copy that is older than what came', async () => {
    const newer = `insert into page (page_id, item_id, cat_id, page_title, page_content, author_uid, addtime)
        values (36, 6, 21, 'Newer', 'x', 2, 1600000100);
      update catalog set item_id = 6, cat_name = 'Of stock' where cat_id = 21;`
    site.inShowdoc(newer)
    await run()
    site.inShowdoc(`delete from page where page_id = 36;
      update catalog set item_id = 5, cat_name = 'Second' where cat_id = 21`)
    const { catalogs } = site.application.product.database
    const names = async () =>
      (await Promise.all([5, 6].map((id) => catalogs.ofItem(id)))).map((some) => some.map(({ name }) => name))

    const { receipt } = await run()

    expect(told(receipt.left, 'catalog')).toEqual(['catalog 21 numberOfOlder'])
    expect(await names()).toEqual([['First', 'Second'], ['Of stock']])
    site.inShowdoc(newer)
    await run()
    expect(await names()).toEqual([['First', 'Second'], ['Of stock']])
    expect(await wasDone()).toBe(true)
  })

  it('take nothing from those that were deleted here', async () => {
    expect((await ann.post('catalog/delete', { item_id: 5, cat_id: 20 })).error_code).toBe(0)
    const team = await ann.post('team/delete', { id: 60 })
    expect(team.error_code).toBe(0)
    site.inShowdoc(`insert into page (page_id, item_id, cat_id, page_title, page_content, author_uid, addtime)
        values (35, 5, 20, 'Later', 'x', 2, 1600000500);
      insert into catalog values (25, 5, 20, 'Below', 1);
      insert into team_member values (75, 60, 4, 1, 1600000500); insert into team_item values (85, 60, 6, 1600000500);
      insert into team_item_member values (95, 60, 6, 0, 4, 0);`)

    await run()

    const { catalogs, pages } = site.application.product.database
    expect((await catalogs.ofItem(5)).map(({ name, level }) => [name, level])).toEqual([
      ['Second', 1],
      ['Below', 1],
    ])
    expect(await pages.idOf(5, null, 'Later')).not.toBeNull()
    expect(await wasDone()).toBe(true)
  })

  it('bring who follows another page, and tell of what was deleted there', async () => {
    site.inShowdoc(`update subscription set object_id = 32, uid = 4 where id = 2; delete from subscription where id = 1;
      delete from mock where id = 1; update page_comment set is_deleted = 1 where comment_id = 1;
      delete from page_comment where comment_id = 3;
      insert into page_comment values (4, 30, 5, 2, 3, 'Late', 0, 1600000400)`)

    const { receipt } = await run()

    expect(told(receipt.kept, 'subscription', 'mock', 'page_comment')).toEqual([
      ...['mock 1 partGoneThere', 'page_comment 1 commentGoneThere', 'page_comment 3 partGoneThere'],
      'subscription 1 partGoneThere',
    ])
    expect(told(receipt.left, 'page_comment')).toEqual(['page_comment 4 answerSince'])
    expect(JSON.stringify((await ann.post('subscription/getPageList', { page_id: 32 })).data)).toContain('"eve"')
    expect(await wasDone()).toBe(true)
  })

  it('bring rights to nothing that was deleted here', async () => {
    site.inShowdoc(`insert into item_member values (50, 5, 3, 0, 0, ''); delete from catalog where cat_id = 2000000005`)
    await run()
    const tom = site.browser()
    await tom.logIn('tom', PEOPLE.tom)
    expect((await tom.post('page/info', { page_id: 31 })).error_code).toBe(0)
    const { items, users } = site.application.product.database
    await items.delete(6)
    await users.delete(5)
    site.inShowdoc(`update item_member set cat_id = 20 where item_member_id = 50;
      insert into item_member values (51, 5, 5, 0, 0, '');
      insert into item (item_id, item_name, uid, addtime) values (8, 'Of max', 5, 1600000000);
      insert into team values (62, 'Of max', 5, 1600000500); insert into team_member values (76, 61, 5, 1, 1600000500);
      insert into team_item values (86, 61, 6, 1600000500), (87, 61, 5, 1600000500), (88, 61, 8, 1600000500);
      insert into team_item_member values (96, 61, 5, 0, 3, 20), (97, 61, 8, 0, 3, 0);`)

    const { receipt } = await run()

    expect(told(receipt.left, 'item_member', 'team_item', 'team_item_member', 'team_member')).toEqual(
      expect.arrayContaining([
        ...['item_member 50 catalogsUnfit', 'item_member 51 accountGone', 'team_item 86 teamOrItemStays'],
        ...['team_item_member 96 catalogsUnfit', 'team_member 76 accountGone'],
      ]),
    )
    expect(told(receipt.changed, 'item', 'team')).toEqual(['item 8 ownerGone', 'team 62 ownerGone'])
    expect((await tom.post('page/info', { page_id: 31 })).error_code).not.toBe(0)
    expect((await tom.post('item/info', { item_id: 8 })).error_code).toBe(0)
    expect(await wasDone()).toBe(true)
  })
})
