import { expect, it, onTestFinished } from 'vitest'
import { receiptOf } from '#server/switch/receipt.ts'
import { madeShowdoc, showdocHash } from '#tests/support/showdoc.ts'
import { movedSite } from './moved-site.ts'
import { dataOf } from './replies.ts'

const HASH = showdocHash('birch')
/** Ann may edit in three catalogs; the fourth is closed to her. */
const SHOWDOC = `
  create table user (uid integer primary key, username text, password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer, password text default 'larch');
  create table catalog (cat_id integer primary key, cat_name text, item_id int, parent_cat_id int default 0, level int default 2,
    s_number int default 99);
  create table page (page_id integer primary key, item_id integer, cat_id int, page_title text, page_content text);
  create table item_member (item_member_id integer primary key, item_id int, uid int, member_group_id int, cat_id int,
    cat_ids text);
  insert into user values (1, 'root', '${HASH}', 1), (2, 'olga', '${HASH}', 2), (3, 'ann', '${HASH}', 2);
  insert into item (item_id, item_name, uid) values (7, 'Orders', 2);
  insert into catalog (cat_id, cat_name, item_id) values (21, 'One', 7), (22, 'Two', 7), (23, 'Three', 7), (24, 'Four', 7);
  insert into page values (31, 7, 21, 'In one', ''), (32, 7, 22, 'In two', ''), (33, 7, 23, 'In three', ''),
    (34, 7, 24, 'In four', '');
  insert into item_member values (1, 7, 3, 1, 0, '21,22,23');`

it('limits a right in several catalogs to the first, and teams give the others so that it is what it was', async () => {
  const { folder } = await madeShowdoc(SHOWDOC)
  const site = await movedSite(folder)
  onTestFinished(() => site.close(), 60_000)
  const [olga, ann] = [site.browser(), site.browser()]
  await olga.logIn('olga', 'birch')
  await ann.logIn('ann', 'birch')
  const readBy = async (): Promise<readonly number[]> => {
    const codes = [31, 32, 33, 34].map(
      async (id) => [id, (await ann.post('page/info', { page_id: id })).error_code] as const,
    )
    return (await Promise.all(codes)).filter(([, code]) => code === 0).map(([id]) => id)
  }
  expect(site.receipt.changed).toContainEqual({
    ...{ table: 'item_member', id: 1, reason: 'oneCatalog', values: { catalogs: '21, 22, 23', catalog: 21 } },
  })
  expect(site.receipt.roles.differing).toMatchObject([
    {
      username: 'ann',
      there: { role: 'editor', catalogIds: [21, 22, 23] },
      here: { catalogIds: [21] },
      isWider: false,
    },
  ])
  expect(await readBy()).toEqual([31])

  // What the receipt advises: a team for each other catalog.
  for (const catalogId of [22, 23]) {
    const team = await dataOf(olga, 'team/save', { team_name: `Orders ${catalogId}` })
    await dataOf(olga, 'teamItem/save', { item_id: 7, team_id: team.id })
    await dataOf(olga, 'teamMember/save', {
      ...{ team_id: team.id, member_username: 'ann', team_member_group_id: 1 },
    })
    const given: readonly { id: number; team_id: number }[] = await dataOf(olga, 'teamItemMember/getList', {
      ...{ item_id: 7, team_id: team.id },
    })
    await dataOf(olga, 'teamItemMember/save', { id: given[0]?.id ?? 0, member_group_id: 1, cat_id: catalogId })
  }

  expect(await readBy()).toEqual([31, 32, 33])
  expect((await ann.post('page/save', { page_id: 33, page_content: 'edited' })).error_code).toBe(0)
  expect((await ann.post('page/save', { page_id: 34, page_content: 'edited' })).error_code).not.toBe(0)
  const { showdoc, carried, application } = site
  expect((await receiptOf({ showdoc, carried, application })).roles.differing).toEqual([])
}, 240_000)
