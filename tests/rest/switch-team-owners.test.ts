import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { showdocHash } from '#tests/support/showdoc.ts'
import {
  CATALOG_AND_PAGE_TABLES,
  TEAM_RIGHTS_TABLE,
  TEAM_TABLES,
  USER_AND_ITEM_TABLES,
} from '#tests/support/showdoc-tables.ts'
import { pagesOpenTo, PLACES, type Run, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

/** Ann owns a team that she is in, and has rights by it in items of Olga; Bob owns one, is in it, and has none. */
const SHOWDOC = `
  ${USER_AND_ITEM_TABLES} ${CATALOG_AND_PAGE_TABLES} ${TEAM_TABLES} ${TEAM_RIGHTS_TABLE}
  create table item_member (item_member_id integer primary key, item_id int, uid int, member_group_id int, cat_id int);
  insert into user values (1, 'root', '', 1), (2, 'olga', '', 2), (3, 'ann', '', 2), (4, 'bob', '', 2);
  update user set password = '${showdocHash('birch')}';
  insert into item (item_id, item_name, uid) values (5, 'Orders', 2), (6, 'Stock', 2), (7, 'Prices', 2);
  insert into page (page_id, item_id, page_title, page_content, author_uid)
    select item_id + 30, item_id, item_name, 'x', 2 from item;
  insert into team (id, team_name, uid) values (1, 'Of ann', 3), (2, 'Of bob', 4);
  insert into team_member (id, team_id, member_uid, team_member_group_id) values (1, 1, 3, 1), (2, 2, 4, 2);
  insert into team_item (id, team_id, item_id) values (1, 1, 5), (2, 1, 6), (3, 2, 7);
  insert into team_item_member (id, team_id, item_id, member_group_id, member_uid, cat_id) values (1, 1, 5, 1, 3, 0),
    (2, 1, 6, 2, 3, 0);`

describe.each(PLACES)('the owner of a team of a ShowDoc who is one of its members (%s)', (place) => {
  let site: SiteOfMoves
  let run: Run
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
    run = await site.run()
  }, 240_000)
  afterAll(() => site.close(), 60_000)
  const openTo = (name: string) => pagesOpenTo(site, [name, 'birch'], [35, 36, 37])

  it('keeps the membership with its rights, and the receipt finds no difference', async () => {
    expect([await openTo('ann'), await openTo('bob')]).toEqual([[35, 36], []])
    const ann = site.browser()
    await ann.logIn('ann', 'birch')
    expect((await ann.post('page/save', { page_id: 35, page_content: 'edited' })).error_code).toBe(0)
    const rights = ['team_member', 'team_item_member']
    expect(run.receipt.left.filter(({ table }) => rights.includes(table))).toEqual([])
    expect(run.receipt.roles.differing).toEqual([])
    expect(run.receipt.isWhole).toBe(true)
    expect((await site.run()).carried.wasDone).toBe(true)
  })

  it('loses what the membership gave when it ends in ShowDoc', async () => {
    site.inShowdoc('delete from team_item_member where id = 2; delete from team_member where id = 2')

    expect((await site.run()).receipt.isWhole).toBe(true)

    expect(await openTo('ann')).toEqual([35])
    const { teams } = site.application.product.database
    expect([(await teams.membersOf(1)).length, (await teams.membersOf(2)).length]).toEqual([1, 0])
  })
})
