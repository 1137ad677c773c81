import { expect, it, onTestFinished } from 'vitest'
import { receiptOf } from '#server/switch/receipt.ts'
import { madeShowdoc, showdocHash } from '#tests/support/showdoc.ts'
import { movedSite } from './moved-site.ts'
import { dataOf } from './replies.ts'

const HASH = showdocHash('birch')
/** Ann may edit in three catalogs; the fourth is closed to Ann. */
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

it('limits all rights of a person to the catalogs that ShowDoc showed by one of them, and tells what is not shown now', async () => {
  const { folder } = await madeShowdoc(`${SHOWDOC}
    create table team (id integer primary key, team_name text, uid int);
    create table team_member (id integer primary key, team_id int, member_uid int);
    create table team_item (id integer primary key, team_id int, item_id int);
    create table team_item_member (id integer primary key, team_id int, item_id int, member_uid int, member_group_id int,
      cat_id int, cat_ids text);
    delete from item_member;
    insert into user values (4, 'bob', '${HASH}', 2), (5, 'cid', '${HASH}', 2), (6, 'dan', '${HASH}', 2);
    insert into page values (35, 7, 0, 'In none', '');
    insert into team values (1, 'Team', 2), (2, 'Other', 2);
    insert into team_member values (1, 1, 3), (2, 1, 4), (3, 1, 5), (4, 2, 5), (5, 1, 6), (6, 2, 6);
    insert into team_item values (1, 1, 7), (2, 2, 7);
    insert into item_member values (1, 7, 3, 0, 0, ''), (2, 7, 4, 0, 21, '21');
    insert into team_item_member values (1, 1, 7, 3, 1, 22, '22'), (2, 1, 7, 4, 1, 0, ''), (3, 1, 7, 5, 0, 23, '23'),
      (4, 2, 7, 5, 1, 0, ''), (5, 1, 7, 6, 0, 0, ''), (6, 2, 7, 6, 1, 24, '24');`)
  const site = await movedSite(folder)
  onTestFinished(() => site.close(), 60_000)
  const seen = async (name: string): Promise<readonly string[]> => {
    const browser = site.browser()
    await browser.logIn(name, 'birch')
    const codes = [31, 32, 33, 34, 35].map(async (page_id) => {
      const { error_code } = await browser.post('page/info', { page_id })
      if (error_code !== 0) return []
      const saved = await browser.post('page/save', { page_id, page_content: name })
      return [`${page_id} ${saved.error_code === 0 ? 'edited' : 'read'}`]
    })
    return (await Promise.all(codes)).flat()
  }

  expect(await seen('ann')).toEqual(['32 edited'])
  expect(await seen('bob')).toEqual(['31 edited'])
  expect(await seen('cid')).toEqual(['33 edited'])
  expect(await seen('dan')).toEqual(['31 read', '32 read', '33 read', '34 edited', '35 read'])
  const { differing } = site.receipt.roles
  expect(differing.map(({ username, reason, isWider }) => `${username} ${reason} ${isWider}`)).toEqual([
    ...['ann firstPages false', 'bob firstPages false', 'cid firstPages false', 'dan limitKept false'],
  ])
  const limited = site.receipt.changed.filter(({ reason }) => reason === 'limitOfOther')
  expect(limited.map(({ table, id }) => `${table} ${id}`)).toEqual([
    ...['item_member 1', 'team_item_member 2', 'team_item_member 4'],
  ])
}, 240_000)
