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

/**
 * Tables without keys, as a repair may leave them. By a team all four may read all of item 5; rows that have the number
 * of another one, or none, limit tom and eve to its first catalog. Ivy's has the same limit twice, and kim's is no number.
 */
const SHOWDOC = `
  ${USER_AND_ITEM_TABLES}
  ${CATALOG_AND_PAGE_TABLES}
  create table item_member (item_member_id, item_id int, uid int, member_group_id int, cat_id);
  ${TEAM_TABLES}
  ${TEAM_RIGHTS_TABLE}
  insert into user values (1, 'ann', '${showdocHash('birch')}', 1), (2, 'tom', '${showdocHash('oak')}', 2),
    (3, 'eve', '${showdocHash('yew')}', 2), (4, 'ivy', '${showdocHash('elm')}', 2), (5, 'kim', '${showdocHash('ash')}', 2);
  insert into item (item_id, item_name, uid, addtime) values (5, 'Orders', 1, 1600000000);
  insert into catalog values (20, 5, 0, 'First', 1), (21, 5, 0, 'Second', 1);
  insert into page (page_id, item_id, cat_id, page_title, page_content, author_uid, addtime) values
    (30, 5, 20, 'In the first', 'x', 1, 1600000100), (31, 5, 21, 'In the second', 'x', 1, 1600000100);
  insert into item_member values (50, 5, 1, 0, 0), (50, 5, 2, 0, 20), (-7, 5, 3, 0, 20), (51, 5, 4, 0, 20),
    (51, 5, 4, 0, 20), (52, 5, 5, 0, 'first');
  insert into team values (60, 'Crew', 1, 1600000000);
  insert into team_member values (70, 60, 2, 1, 1600000000), (71, 60, 3, 1, 1600000000), (72, 60, 4, 1, 1600000000),
    (73, 60, 5, 1, 1600000000);
  insert into team_item values (80, 60, 5, 1600000000);
  insert into team_item_member values (90, 60, 5, 0, 2, 0), (91, 60, 5, 0, 3, 0), (92, 60, 5, 0, 4, 0), (93, 60, 5, 0, 5, 0);`

describe.each(PLACES)('a ShowDoc in whose table of members rows cannot be read (%s)', (place) => {
  let site: SiteOfMoves
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
  })
  afterAll(() => site.close(), 60_000)
  const read = (username: string, password: string) => pagesOpenTo(site, [username, password], [30, 31])
  const told = (of: readonly Finding[]) =>
    of.flatMap(({ table, id, reason }) => (table === 'team_item_member' ? [`${id} ${reason}`] : []))

  it('gives no right without the limit that such a row has, and tells of it', async () => {
    const { receipt } = await site.run()

    expect([await read('tom', 'oak'), await read('eve', 'yew'), await read('kim', 'ash')]).toEqual([[], [], []])
    expect(await read('ivy', 'elm')).toEqual([30])
    expect([receipt.isWhole, ...told(receipt.left)]).toEqual([
      ...[true, '90 limitUnreadable', '91 limitUnreadable', '93 catalogsUnfit'],
    ])
    expect(receipt.unreadable.map(({ table, reason }) => `${table} ${reason}`)).toEqual([
      ...['item_member noNumber', 'item_member idRepeated', 'item_member idRepeated'],
    ])
    expect(
      receipt.roles.differing.map(({ username, isWider, reason }) => `${username} ${isWider} ${reason}`),
    ).toMatchObject(['tom false limitUnreadable', 'eve false limitUnreadable', 'kim false wasLimited'])
  })

  it('brings the rights once the rows can be read', async () => {
    site.inShowdoc(`update item_member set item_member_id = 53 where uid = 2;
      update item_member set item_member_id = 54 where uid = 3; update item_member set cat_id = 21 where uid = 5`)

    await site.run()

    expect([await read('tom', 'oak'), await read('eve', 'yew'), await read('kim', 'ash')]).toEqual([[30], [30], [31]])
  })

  it('does not widen a right that came when the row that limits it cannot be read any more', async () => {
    site.inShowdoc('update item_member set item_member_id = -3 where uid = 2')

    const { receipt } = await site.run()

    expect(await read('tom', 'oak')).toEqual([30])
    expect([receipt.isWhole, receipt.kept.filter(({ reason }) => reason === 'rightsUnreadable').length]).toEqual([
      true,
      2,
    ])
  })
})
