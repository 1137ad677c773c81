import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receiptPage } from '#server/switch/receipt-page.ts'
import type { Receipt } from '#server/switch/receipt.ts'
import { showdocHash } from '#tests/support/showdoc.ts'
import { CATALOG_AND_PAGE_TABLES } from '#tests/support/showdoc-tables.ts'
import type { Browser } from './harness.ts'
import { dataOf } from './replies.ts'
import { PLACES, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

const HASH = showdocHash('birch')
const SHOWDOC = `
  create table user (uid integer primary key, username text, name text default '', password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer, password text default '', allow_comment int default 1);
  ${CATALOG_AND_PAGE_TABLES}
  alter table page add column is_draft int default 0;
  create table recycle (id integer primary key, item_id int, page_id int, del_by_uid int, del_time int);
  create table item_member (item_member_id integer primary key, item_id int, uid int, member_group_id int, cat_id int default 0);
  create table item_token (id integer primary key, item_id int, api_key text, api_token text);
  create table page_comment (comment_id integer primary key, page_id int, item_id int, parent_id int default 0, uid int,
    content text, is_deleted int default 0, addtime int);
  insert into user (uid, username, password, groupid) values (1, 'root', '${HASH}', 1), (2, 'ann', '${HASH}', 2),
    (3, ' tommy', '${HASH}', 2);
  insert into item (item_id, item_name, uid, password) values (5, 'Orders', 2, ''), (6, 'Stock', 2, 'rowan'),
    (7, 'Prices', 2, ''), (8, 'Plans', 2, ''), (9, 'Rates', 2, 'rowan');
  insert into page (page_id, item_id, page_title, page_content, author_uid) values (30, 5, ' Edited ', 'a', 2),
    (31, 5, 'Draft', 'b', 2), (32, 5, 'Binned', 'c', 2), (33, 5, 'Binned and changed', 'd', 2), (34, 5, 'Moved', 'e', 2),
    (35, 5, 'Draft and gone', 'f', 2), (36, 7, 'Commented', 'g', 2), (37, 5, 'Moved too', 'h', 2);
  insert into page (page_id, item_id, page_title, page_content, author_uid, is_draft) values (38, 5, 'Always a draft', 'i', 2, 1);
  insert into item_member (item_member_id, item_id, uid, member_group_id) values (50, 9, 3, 1);
  insert into item_token values (1, 5, 'key-of-5', 'token-of-5');
  insert into page_comment (comment_id, page_id, item_id, uid, content) values (60, 36, 7, 3, 'said there');`

describe.each(PLACES)('the receipt of a later move (%s)', (place) => {
  let site: SiteOfMoves
  let receipt: Receipt
  const ann = async (): Promise<Browser> => {
    const browser = site.browser()
    await browser.logIn('ann', 'birch')
    return browser
  }
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
    const first = await site.run()
    expect(first.receipt.changed.map(({ table, id, reason }) => `${table} ${id} ${reason}`)).toEqual([
      ...['user 3 usernameWritten', 'page 30 blanksLeftOut', 'page 38 draft'],
    ])
    const browser = await ann()
    const { users, pages } = site.application.product.database
    await users.update(3, { username: 'tom_h' })
    await dataOf(browser, 'page/save', { page_id: 30, item_id: 5, page_title: 'Edited', page_content: 'edited here' })
    await dataOf(browser, 'page/delete', { page_id: 35 })
    await pages.purgeRecycledBefore(new Date(Date.now() + 60_000))
    for (const page_id of [32, 33]) await dataOf(browser, 'page/delete', { page_id })
    await dataOf(browser, 'item/resetKey', { item_id: 5 })
    await dataOf(browser, 'member/save', { item_id: 9, username: 'tom_h', member_group_id: 2 })
    await dataOf(browser, 'item/delete', { item_id: 6, password: 'birch' })
    site.inShowdoc(`update page set is_del = 1 where page_id = 30; update page set is_draft = 1 where page_id in (31, 35);
      update page set page_content = 'changed there' where page_id = 33; update page set item_id = 6 where page_id in (34, 37);
      update item set allow_comment = 0 where item_id = 7;
      update item_token set api_key = 'new-key', api_token = 'new-token'`)
    receipt = (await site.run()).receipt
  }, 240_000)
  afterAll(() => site.close(), 60_000)

  const told = (table: string, id: number) => ({
    left: receipt.left.flatMap((row) => (row.table === table && row.id === id ? [row.reason] : [])),
    changed: receipt.changed.flatMap((row) => (row.table === table && row.id === id ? [row.reason] : [])),
    kept: receipt.kept.flatMap((row) => (row.table === table && row.id === id ? [row.reason] : [])),
  })
  const NOTHING = { left: [], changed: [], kept: [] }

  it('says of a page that was edited here and deleted there that it stays, and not that it is in a recycle bin', () => {
    expect(told('page', 30)).toEqual({ ...NOTHING, kept: ['editedAndDeletedThere'] })
  })

  it('says of a page that became a draft there that it stays, and not that it is a draft', async () => {
    expect(told('page', 31)).toEqual({ ...NOTHING, kept: ['draftThere'] })
    expect(told('page', 35)).toEqual({ ...NOTHING, left: ['deletedSince'] })
    expect(told('page', 38)).toEqual({ ...NOTHING, changed: ['draft'] })
    expect((await site.browser().post('page/info', { page_id: 31 })).error_code).toBe(0)
  })

  it('says of a page in the recycle bin here that it was deleted, and not edited', () => {
    expect(told('page', 32)).toEqual({ ...NOTHING, kept: ['staysDeleted'] })
    expect(told('page', 33)).toEqual({ ...NOTHING, kept: ['deletedAndChanged'] })
  })

  it('says of a page whose new item is deleted here where it is', async () => {
    for (const id of [34, 37]) expect(told('page', id)).toEqual({ ...NOTHING, left: ['newItemInBin'] })
    expect(receipt.left.find(({ id, table }) => table === 'page' && id === 34)?.values).toEqual({ item: 6 })
    expect((await site.browser().post('page/info', { page_id: 34 })).data).toMatchObject({ item_id: 5 })
  })

  it('says of comments that came that they stay where comments are off now', () => {
    expect(told('page_comment', 60)).toEqual({ ...NOTHING, kept: ['commentsOffSince'] })
    expect(receipt.tables.find(({ name }) => name === 'page_comment')).toMatchObject({ read: 1, carried: 1, left: 0 })
  })

  it('says once what became of a key that was reset in both', () => {
    expect(told('item_token', 1)).toEqual({ ...NOTHING, left: ['otherKeyHere'] })
  })

  it('calls people by the names they have here', () => {
    expect(told('user', 3)).toEqual(NOTHING)
    expect(receipt.roles.differing).toContainEqual(
      expect.objectContaining({ userId: 3, username: ' tommy', usernameHere: 'tom_h', reason: 'givenSince' }),
    )
    expect(receiptPage(receipt, 'en')).toContain(' tommy, here tom_h (3)')
  })

  it('accounts for every row, says the same again, and brings what the item that is back has', async () => {
    expect(receipt.isWhole).toBe(true)
    const second = await site.run()
    expect([second.carried.wasDone, second.receipt.isWhole]).toEqual([true, true])
    expect(second.receipt.kept).toEqual(receipt.kept)
    const root = site.browser()
    await root.logIn('root', 'birch')
    await dataOf(root, 'itemBin/recover', { item_id: 6 })
    await site.run()
    const pages = await site.application.product.database.pages.byIds(6, [34, 37])
    expect(pages).toHaveLength(2)
  })
})
