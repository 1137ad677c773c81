import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '#server/switch/plan/findings.ts'
import { showdocHash } from '#tests/support/showdoc.ts'
import {
  CATALOG_AND_PAGE_TABLES,
  TEAM_RIGHTS_TABLE,
  TEAM_TABLES,
  USER_AND_ITEM_TABLES,
} from '#tests/support/showdoc-tables.ts'
import { pagesOpenTo, PLACES, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

/** Tom may read all of item 5 as a member, and by a team its first catalog, which limits both; eve is in no team. */
const SHOWDOC = `
  ${USER_AND_ITEM_TABLES}
  ${CATALOG_AND_PAGE_TABLES}
  create table item_member (item_member_id integer primary key, item_id int, uid int, member_group_id int, cat_id int);
  ${TEAM_TABLES}
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
  ${TEAM_RIGHTS_TABLE}
  insert into team_item_member values (90, 60, 5, 0, 2, 20);`

describe.each(PLACES)('a ShowDoc without the table of rights by teams (%s)', (place) => {
  let site: SiteOfMoves
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
  })
  afterAll(() => site.close(), 60_000)
  const read = (username: string, password: string, ...pages: readonly number[]) =>
    pagesOpenTo(site, [username, password], pages)
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
