import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '#server/switch/plan/findings.ts'
import { showdocHash } from '#tests/support/showdoc.ts'
import { PLACES, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

/** Tom may read all of item 5 as a member, and by a team its first catalog, which limits both; eve is in no team. */
const SHOWDOC = `
  create table user (uid integer primary key, username text, password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer, password text default 'rowan',
    item_domain text default '', addtime int, last_update_time int, is_del int default 0);
  create table catalog (cat_id integer primary key, item_id int, parent_cat_id int default 0, cat_name text, s_number int);
  create table page (page_id integer primary key, item_id integer, cat_id int default 0, page_title text,
    page_content text, author_uid integer, is_del int default 0, addtime int, s_number int default 99);
  create table item_member (item_member_id integer primary key, item_id int, uid int, member_group_id int, cat_id int);
  create table team (id integer primary key, team_name text, uid int, addtime int);
  create table team_member (id integer primary key, team_id int, member_uid int, team_member_group_id int, addtime int);
  create table team_item (id integer primary key, team_id int, item_id int, addtime int);
  insert into user values (1, 'ann', '${showdocHash('birch')}', 1), (2, 'tom', '${showdocHash('oak')}', 2),
    (3, 'eve', '${showdocHash('yew')}', 2);
  insert into item (item_id, item_name, uid, addtime) values (5, 'Orders', 1, 1600000000), (6, 'Stock', 1, 1600000000);
  insert into catalog values (20, 5, 0, 'First', 1), (21, 5, 0, 'Second', 1);
  insert into page (page_id, item_id, cat_id, page_title, page_content, author_uid, addtime) values
    (30, 5, 20, 'In the first', 'x', 1, 1600000100), (31, 5, 21, 'In the second', 'x', 1, 1600000100),
    (32, 6, 0, 'Count', 'x', 1, 1600000100);
  insert into item_member values (50, 5, 2, 0, 0), (51, 6, 3, 0, 0);
  insert into team values (60, 'Crew', 1, 1600000000);
  insert into team_member values (70, 60, 2, 1, 1600000000);
  insert into team_item values (80, 60, 5, 1600000000);`

const RIGHTS_BY_TEAMS = `
  create table team_item_member (id integer primary key, team_id int, item_id int, member_group_id int, member_uid int,
    cat_id int);
  insert into team_item_member values (90, 60, 5, 0, 2, 20);`

describe.each(PLACES)('a ShowDoc without the table of rights by teams (%s)', (place) => {
  let site: SiteOfMoves
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
  })
  afterAll(() => site.close(), 60_000)
  const read = async (username: string, password: string, ...pages: readonly number[]): Promise<readonly number[]> => {
    const browser = site.browser()
    await browser.logIn(username, password)
    const open: number[] = []
    for (const page_id of pages) if ((await browser.post('page/info', { page_id })).error_code === 0) open.push(page_id)
    return open
  }
  const told = (of: readonly Finding[]) =>
    of.flatMap(({ table, id, reason }) => (table === 'item_member' ? [`${id} ${reason}`] : []))

  it('gives nobody a right that it may limit, and brings those that no team can limit', async () => {
    const { receipt } = await site.run()

    expect([receipt.isWhole, ...told(receipt.left)]).toEqual([true, '50 limitUnknown'])
    expect(receipt.roles.differing).toMatchObject([{ username: 'tom', itemId: 5, reason: 'limitUnknown' }])
    expect([await read('tom', 'oak', 30, 31), await read('eve', 'yew', 32)]).toEqual([[], [32]])
  })

  it('widens no right that came with its limit', async () => {
    site.inShowdoc(RIGHTS_BY_TEAMS)
    await site.run()
    expect(await read('tom', 'oak', 30, 31)).toEqual([30])
    site.inShowdoc('alter table team_item_member rename to away')

    const { receipt } = await site.run()

    expect([receipt.isWhole, ...told(receipt.kept)]).toEqual([true, '50 rightsUnreadable'])
    expect(await read('tom', 'oak', 30, 31)).toEqual([30])
    expect((await site.run()).carried.wasDone).toBe(true)

    for (const table of ['team', 'team_member', 'team_item'])
      site.inShowdoc(`alter table ${table} rename to ${table}_away`)
    const without = await site.run()

    const unknown = ['50 rightsUnreadable', '51 rightsUnreadable']
    expect([without.receipt.isWhole, ...told(without.receipt.kept)]).toEqual([true, ...unknown])
    expect(await read('tom', 'oak', 30, 31)).toEqual([30])
  })
})
