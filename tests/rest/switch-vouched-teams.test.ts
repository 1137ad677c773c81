import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { showdocHash } from '#tests/support/showdoc.ts'
import { CATALOG_AND_PAGE_TABLES, TEAM_RIGHTS_TABLE, TEAM_TABLES } from '#tests/support/showdoc-tables.ts'
import type { Browser } from './harness.ts'
import { dataOf } from './replies.ts'
import { pagesOpenTo, PLACES, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

const SHOWDOC = `
  create table user (uid integer primary key, username text, name text default '', password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer default 2, password text default 'rowan');
  ${CATALOG_AND_PAGE_TABLES} ${TEAM_TABLES} ${TEAM_RIGHTS_TABLE}
  create table item_member (item_member_id integer primary key, item_id int, uid int, member_group_id int, cat_id int default 0);
  insert into user (uid, username, groupid) values (1, 'root', 1), (2, 'ann', 2), (3, 'tom', 2), (4, 'eve', 1),
    (5, 'max', 1), (6, 'kim', 2);
  update user set password = '${showdocHash('birch')}';
  insert into item (item_id, item_name) values (5, 'Orders'), (6, 'Stock'), (7, 'Prices'), (8, 'Plans'), (9, 'Rates');
  insert into page (page_id, item_id, page_title, page_content, author_uid)
    select item_id + 30, item_id, item_name, 'x', 2 from item;
  insert into item_member (item_member_id, item_id, uid, member_group_id) values (50, 8, 6, 2);
  insert into team (id, team_name, uid) values (1, 'Of ann', 2);
  insert into team_member (id, team_id, member_uid, team_member_group_id) values (1, 1, 3, 1);
  insert into team_item (id, team_id, item_id) values (1, 1, 7), (2, 1, 9);
  insert into team_item_member (id, team_id, item_id, member_group_id, member_uid, cat_id) values (1, 1, 7, 1, 3, 0),
    (2, 1, 9, 1, 3, 0);`

describe.each(PLACES)('what teams have on the word of somebody who managed an item (%s)', (place) => {
  let site: SiteOfMoves
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
    await site.run()
  }, 240_000)
  afterAll(() => site.close(), 60_000)

  const loggedIn = async (username: string): Promise<Browser> => {
    const browser = site.browser()
    await browser.logIn(username, 'birch')
    return browser
  }
  const openToTom = () => pagesOpenTo(site, ['tom', 'birch'], [35, 36, 37, 38, 39])
  /** Shares an item with a team of one's own, in which Tom is. */
  async function share(username: string, itemId: number): Promise<void> {
    const browser = await loggedIn(username)
    const team = await dataOf(browser, 'team/save', { team_name: `Of ${username}` })
    await dataOf(browser, 'teamMember/save', { team_id: team.id, member_username: 'tom', team_member_group_id: 1 })
    await dataOf(browser, 'teamItem/save', { item_id: itemId, team_id: team.id })
  }
  const unbound = async (): Promise<number> =>
    (await site.application.product.database.audit.find({ action: 'team.itemUnbound' }, { page: 1, count: 1 })).total

  it('ends with the administrators whom ShowDoc has unmade, edited here or not, and with managers whom it took away', async () => {
    await share('eve', 5)
    await share('max', 6)
    await share('kim', 8)
    expect((await (await loggedIn('max')).post('user/updateInfo', { name: 'Max of here' })).error_code).toBe(0)
    expect(await openToTom()).toEqual([35, 36, 37, 38, 39])
    const before = await unbound()
    site.inShowdoc('update user set groupid = 2 where uid in (4, 5); delete from item_member where item_member_id = 50')

    const { receipt } = await site.run()

    expect(await openToTom()).toEqual([37, 39])
    expect(await unbound()).toBe(before + 3)
    expect(receipt.isWhole).toBe(true)
    expect((await site.run()).carried.wasDone).toBe(true)
  })

  it('goes on with the new owners of items, edited here or not', async () => {
    const ann = await loggedIn('ann')
    expect(
      (
        await ann.post('item/update', {
          item_id: 9,
          item_name: 'Rates',
          item_description: 'of here',
          password: 'rowan',
        })
      ).error_code,
    ).toBe(0)
    site.inShowdoc('update item set uid = 6 where item_id in (7, 9)')
    expect((await site.run()).receipt.isWhole).toBe(true)
    const kim = await loggedIn('kim')
    for (const item_id of [7, 9]) {
      await dataOf(kim, 'member/save', { item_id, username: 'eve', member_group_id: 0 })
      const members: readonly { item_member_id: number; username: string }[] = await dataOf(kim, 'member/getList', {
        item_id,
      })
      const { item_member_id = 0 } = members.find(({ username }) => username === 'eve') ?? {}
      await dataOf(kim, 'member/delete', { item_id, item_member_id })
    }

    expect(await openToTom()).toEqual([37, 39])
    expect((await site.run()).carried.wasDone).toBe(true)
  })
})
