import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CATALOG_AND_PAGE_TABLES, TEAM_RIGHTS_TABLE, TEAM_TABLES } from '#tests/support/showdoc-tables.ts'
import { PLACES, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

/** Tom may read item 5 and its catalog 20, as a member, and items 6 and 7 by a team. */
const SHOWDOC = `
  create table user (uid integer primary key autoincrement, username text, password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer, addtime int, is_del int default 0);
  ${CATALOG_AND_PAGE_TABLES}
  create table item_member (item_member_id integer primary key, item_id int, uid int, member_group_id int, cat_id int,
    cat_ids text);
  ${TEAM_TABLES}
  ${TEAM_RIGHTS_TABLE}
  insert into user (uid, username, groupid) values (1, 'root', 1), (2, 'ann', 2), (3, 'tom', 2), (4, 'eve', 2);
  insert into item (item_id, item_name, uid, addtime) values (5, 'Orders', 2, 1600000000),
    (6, 'Stock', 2, 1600000000), (7, 'Prices', 2, 1600000000);
  insert into catalog values (20, 5, 0, 'First', 1);
  insert into page (page_id, item_id, page_title, page_content, author_uid, addtime) values
    (30, 5, 'Create', 'x', 2, 1600000100);
  insert into item_member values (50, 5, 3, 0, 0, ''), (51, 6, 3, 0, 0, ''), (52, 5, 4, 0, 20, '20');
  insert into team values (60, 'Crew', 2, 1600000000);
  insert into team_member values (70, 60, 3, 1, 1600000000);
  insert into team_item values (80, 60, 6, 1600000000), (81, 60, 7, 1600000000);
  insert into team_item_member values (90, 60, 6, 0, 3, 0), (91, 60, 7, 0, 3, 0);`

describe.each(PLACES)('rights that a ShowDoc takes away and gives again between runs (%s)', (place) => {
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
  const membersOf = async (itemId: number): Promise<readonly string[]> => {
    const members = await site.application.product.database.members.ofItem(itemId)
    return members.map(({ id, userId }) => `${id}: ${userId}`).toSorted()
  }
  const ofTeam = async () => {
    const { teams } = site.application.product.database
    const [members, items] = [await teams.membersOf(60), await teams.itemsOf(60)]
    const grants = [...(await teams.grantsOn(60, 6)), ...(await teams.grantsOn(60, 7))]
    return {
      members: members.map(({ id, userId }) => `${id}: ${userId}`),
      items: items.map(({ id, itemId }) => `${id}: ${itemId}`).toSorted(),
      grants: grants.map(({ id, userId }) => `${id}: ${userId}`).toSorted(),
    }
  }

  it('come back with the owner, and with rows of the same numbers', async () => {
    const whole = { members: ['70: 3'], items: ['80: 6', '81: 7'], grants: ['90: 3', '91: 3'] }
    expect([await membersOf(5), await ofTeam()]).toEqual([['50: 3', '52: 4'], whole])
    site.inShowdoc(`update item set uid = 3 where item_id = 5; delete from team_item where id = 80;
      delete from team_item_member where id = 91;`)
    await run()
    expect([await membersOf(5), await ofTeam()]).toEqual([
      ['52: 4'],
      { members: ['70: 3'], items: ['81: 7'], grants: [] },
    ])

    site.inShowdoc(`update item set uid = 2 where item_id = 5; insert into team_item values (80, 60, 6, 1600000000);
      insert into team_item_member values (91, 60, 7, 0, 3, 0);`)
    await run()

    expect([await membersOf(5), await ofTeam()]).toEqual([['50: 3', '52: 4'], whole])
    site.inShowdoc('delete from team_member where id = 70')
    await run()
    expect(await ofTeam()).toEqual({ ...whole, members: [], grants: [] })
    site.inShowdoc('insert into team_member values (70, 60, 3, 1, 1600000000)')
    await run()
    expect(await ofTeam()).toEqual(whole)
    expect((await run()).carried.wasDone).toBe(true)
  })

  it('go where their numbers are used again in another item, also in one that is new', async () => {
    site.inShowdoc(`update item_member set item_id = 5, uid = 1 where item_member_id = 51`)
    await run()
    expect([await membersOf(5), await membersOf(6)]).toEqual([['50: 3', '51: 1', '52: 4'], []])

    site.inShowdoc(`insert into item (item_id, item_name, uid, addtime) values (9, 'New', 2, 1600000000);
      update item set is_del = 1 where item_id = 5; update item_member set item_id = 9, uid = 4 where item_member_id = 51;
      update item_member set item_id = 6, uid = 4 where item_member_id = 50;`)
    await run()

    expect([await membersOf(9), await membersOf(5), await membersOf(6)]).toEqual([['51: 4'], ['52: 4'], ['50: 4']])
    expect((await run()).carried.wasDone).toBe(true)
  })

  it('stay where only the catalogs are unknown, and go with their row whatever the accounts are like', async () => {
    site.inShowdoc('alter table catalog rename to catalog_away; update item set is_del = 0')
    const { receipt } = await run()
    expect(await membersOf(5)).toEqual(['52: 4'])
    expect(receipt.kept).toContainEqual({ table: 'item_member', id: 52, reason: 'rightsUnreadable' })

    site.inShowdoc(`alter table catalog_away rename to catalog; alter table user rename to user_whole;
      create table user as select cast(uid as text) as uid, username, groupid from user_whole;
      insert into user values ('x', 'unreadable', 2); delete from item_member where item_member_id in (50, 52)`)
    await run()

    expect([await membersOf(5), await membersOf(6)]).toEqual([[], []])
  })
})
