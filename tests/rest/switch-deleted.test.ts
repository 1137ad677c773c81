import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endRecycledItems } from '#core/item/end-recycled.ts'
import { limits } from '#core/limits.ts'
import type { Receipt } from '#server/switch/receipt.ts'
import { showdocHash } from '#tests/support/showdoc.ts'
import type { Browser } from './harness.ts'
import { CATALOG_AND_PAGE_TABLES, TEAM_RIGHTS_TABLE, TEAM_TABLES } from '#tests/support/showdoc-tables.ts'
import { PLACES, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

const DAY_MS = 24 * 3_600_000
const sign = (at: number): string => String(at).padStart(32, '0')
/** Item 7 is deleted, and 8 as well, whose pages are gone; item 5 has taken the domain of the first. */
const SHOWDOC = `
  create table user (uid integer primary key, username text, password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer, password text default '',
    item_domain text default '', addtime int, last_update_time int, is_del int default 0, allow_comment int default 1);
  ${CATALOG_AND_PAGE_TABLES}
  create table page_history (page_history_id integer primary key, page_id int, page_title text, page_content text,
    author_uid int, addtime int, cat_id int default 0);
  create table recycle (id integer primary key, item_id integer, page_id integer, del_by_uid integer, del_time integer);
  create table item_member (item_member_id integer primary key, item_id int, uid int, member_group_id int, cat_id int,
    cat_ids text);
  ${TEAM_TABLES}
  ${TEAM_RIGHTS_TABLE}
  create table single_page (id integer primary key, page_id int, unique_key text, expire_time int);
  create table item_token (id integer primary key, item_id int, api_key text, api_token text);
  create table item_star (id integer primary key, uid int, item_id int, s_number int, created_at text);
  create table mock (id integer primary key, uid int, page_id int, item_id int, path text, template text, unique_key text,
    addtime text);
  create table page_comment (comment_id integer primary key, page_id int, item_id int, parent_id int default 0, uid int,
    content text, is_deleted int default 0, addtime int);
  create table subscription (id integer primary key, uid int, object_id int, object_type text, action_type text, sub_time text);
  create table upload_file (file_id integer primary key, sign text, display_name text, uid int, page_id int, item_id int,
    real_url text, addtime int);
  create table file_page (id integer primary key, file_id int, item_id int, page_id int, addtime int);
  insert into user values (1, 'root', '${showdocHash('larch')}', 1), (2, 'ann', '${showdocHash('birch')}', 2),
    (3, 'tom', '${showdocHash('oak')}', 2);
  insert into item (item_id, item_name, uid, item_domain, addtime, is_del) values (7, 'Gone', 2, 'orders', 1500000000, 1),
    (8, 'Gone without pages', 2, '', 1500000000, 1), (5, 'Orders', 2, 'Orders', 1600000000, 0);
  insert into catalog values (20, 7, 0, 'First', 1), (21, 7, 20, 'Second', 1);
  insert into page (page_id, item_id, cat_id, page_title, page_content, author_uid, is_del, addtime) values
    (30, 7, 21, 'Create', 'See [list](/web/#/7/31) and [file](/server/index.php?s=/api/attachment/visitFile&sign=${sign(1)}).', 2, 0, 1600000100),
    (31, 7, 0, 'List', 'of orders', 3, 0, 1600000101), (33, 7, 0, 'Deleted before', 'its item was', 3, 1, 1600000101),
    (32, 5, 0, 'Live', 'See [it](/web/#/7/30).', 2, 0, 1600000102);
  insert into page_history values (40, 30, 'Create', 'before', 2, 1600000050, 21), (41, 39, 'Of 8', 'lost', 2, 1600000050, 0);
  insert into recycle values (1, 7, 33, 2, 1600000200);
  insert into item_member values (50, 7, 3, 1, 0, '');
  insert into team values (60, 'Crew', 2, 1600000000);
  insert into team_member values (61, 60, 3, 1, 1600000000);
  insert into team_item values (62, 60, 7, 1600000000);
  insert into team_item_member values (63, 60, 7, 0, 3, 0);
  insert into single_page values (1, 31, 'kkkk', 0);
  insert into item_token values (1, 7, 'key-of-7', 'token-of-7');
  insert into item_star values (1, 3, 7, 0, '2020-09-13 20:26:40');
  insert into mock values (1, 2, 31, 7, '/orders', '{"of":"orders"}', 'mmmm', '2020-09-13 20:26:40');
  insert into page_comment values (1, 31, 7, 0, 2, 'Well said', 0, 1600000300);
  insert into subscription values (1, 3, 31, 'page', 'update', '2020-09-13 20:26:40');
  insert into upload_file values (1, '${sign(1)}', 'a.txt', 2, 30, 7, 'http://docs.example.test/Public/Uploads/a.txt', 1600000000);
  insert into file_page values (1, 1, 7, 30, 1600000000);`

describe.each(PLACES)('items that were deleted in a ShowDoc (%s)', (place) => {
  let site: SiteOfMoves
  let first: Receipt
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
    await mkdir(path.join(site.folder, 'Public/Uploads'), { recursive: true })
    await writeFile(path.join(site.folder, 'Public/Uploads/a.txt'), 'text of a file')
    first = (await site.run()).receipt
  }, 240_000)
  afterAll(() => site.close(), 60_000)
  const run = () => site.run()
  const visitor = (): Browser => site.browser()
  async function loggedIn(username: string, password: string): Promise<Browser> {
    const browser = visitor()
    await browser.logIn(username, password)
    return browser
  }
  const toldOf = (receipt: Receipt, of: 'left' | 'changed' | 'kept', table: string, id: number) =>
    receipt[of].filter((finding) => finding.table === table && finding.id === id)

  it('lie in the recycle bin of administrators for thirty days from the move on, and every row is told of', async () => {
    const root = await loggedIn('root', 'larch')

    const { data } = await root.post('itemBin/list', {})

    const { items } = data as unknown as { readonly items: readonly Readonly<Record<string, unknown>>[] }
    expect(items).toMatchObject([
      { item_id: 8, item_name: 'Gone without pages', username: 'ann', page_count: 0 },
      { item_id: 7, item_name: 'Gone', username: 'ann', page_count: 2, del_by_username: '' },
    ])
    expect(first.tables.filter(({ read, carried, kept, left }) => carried + kept + left !== read)).toEqual([])
    expect(first.isWhole).toBe(true)
    expect(toldOf(first, 'changed', 'item', 7)).toMatchObject([
      { reason: 'domainTaken' },
      { reason: 'itemInBin', values: { days: limits.recycleDays } },
    ])
    expect(toldOf(first, 'changed', 'item', 8)).toMatchObject([{ reason: 'itemInBinEmpty' }])
    expect(first.left).toMatchObject([{ table: 'page_history', id: 41, reason: 'pageMissing' }])
    const { product } = site.application
    await endRecycledItems({ store: product.database, services: product.services })
    expect(await product.database.items.recycledBefore(new Date(Date.parse(first.begunAt)), 10)).toEqual([])
    expect(await product.database.items.recycledBefore(new Date(Date.now() + DAY_MS), 10)).toHaveLength(2)
  })

  it('answer nobody until they are brought back, under none of their addresses', async () => {
    const tom = await loggedIn('tom', 'oak')
    const ann = await loggedIn('ann', 'birch')
    const code = async (browser: Browser, call: string, fields: Readonly<Record<string, string | number>>) =>
      (await browser.post(call, fields)).error_code
    const status = async (address: string) => (await tom.get(address)).statusCode

    for (const browser of [tom, ann, visitor()]) {
      expect(await code(browser, 'item/info', { item_id: 7 })).not.toBe(0)
      expect(await code(browser, 'page/info', { page_id: 31 })).not.toBe(0)
      expect(await code(browser, 'page/infoByKey', { unique_key: 'kkkk' })).not.toBe(0)
    }
    expect(JSON.stringify((await ann.post('item/myList', {})).data)).not.toContain('Gone')
    expect(JSON.stringify((await tom.post('item/myList', {})).data)).toBe('[]')
    const sent = { api_key: 'key-of-7', api_token: 'token-of-7', page_title: 'Sent', page_content: 'by a program' }
    expect(await code(visitor(), 'item/updateByApi', sent)).not.toBe(0)
    expect(await status('/mock-path/7&path=/orders')).toBe(404)
    expect(await status('/server/mock-data/mmmm')).toBe(404)
    const file = await tom.get(`/server/index.php?s=/api/attachment/visitFile&sign=${sign(1)}`)
    expect(file.body).not.toContain('text of a file')
    expect(file.json()).toMatchObject({ error_code: 10101 })
    expect(await status('/Public/Uploads/a.txt')).toBe(404)
    expect((await visitor().post('item/info', { item_id: 'orders' })).data).toMatchObject({ item_name: 'Orders' })
  })

  it('are written once', async () => {
    const { carried, receipt } = await run()

    expect([carried.wasDone, receipt.isWhole]).toEqual([true, true])
    expect([receipt.left, receipt.kept]).toEqual([first.left, []])
    expect(toldOf(receipt, 'changed', 'item', 8)).toMatchObject([{ reason: 'itemStillInBin' }])
    expect(receipt.tables).toEqual(first.tables)
  })

  it('come back with all that belongs to them', async () => {
    const root = await loggedIn('root', 'larch')

    expect((await root.post('itemBin/recover', { item_id: 7 })).error_code).toBe(0)

    const tom = await loggedIn('tom', 'oak')
    expect((await tom.post('page/info', { page_id: 30 })).data).toMatchObject({ page_title: 'Create', cat_id: 21 })
    expect((await tom.post('page/history', { page_id: 30 })).data).toMatchObject([{ page_content: 'before' }])
    expect((await tom.post('item/info', { item_id: 7 })).data).toMatchObject({ item_edit: true })
    expect((await visitor().post('page/infoByKey', { unique_key: 'kkkk' })).data).toMatchObject({ page_title: 'List' })
    expect((await visitor().get('/server/mock-data/mmmm')).json()).toEqual({ of: 'orders' })
    const address = `/server/index.php?s=/api/attachment/visitFile&sign=${sign(1)}`
    expect((await tom.get(address)).body).toBe('text of a file')
    expect(JSON.stringify((await tom.post('comment/list', { page_id: 31 })).data)).toContain('Well said')
    expect(JSON.stringify((await tom.post('subscription/getPageList', { page_id: 31 })).data)).toContain('"tom"')
    const sent = { api_key: 'key-of-7', api_token: 'token-of-7', page_title: 'Sent', page_content: 'by a program' }
    expect((await visitor().post('item/updateByApi', sent)).error_code).toBe(0)
    expect(JSON.stringify((await tom.post('star/list', {})).data)).toContain('"Gone"')
    const ann = await loggedIn('ann', 'birch')
    expect(JSON.stringify((await ann.post('recycle/getList', { item_id: 7 })).data)).toContain('Deleted before')
  })

  it('stay here when they were brought back, and what people deleted here lies in the bin', async () => {
    const ann = await loggedIn('ann', 'birch')
    expect((await ann.post('item/delete', { item_id: 5, password: 'birch' })).error_code).toBe(0)

    const { carried, receipt } = await run()

    expect([carried.wasDone, receipt.isWhole]).toEqual([true, true])
    expect(toldOf(receipt, 'kept', 'item', 7)).toMatchObject([{ reason: 'deletedThere' }])
    expect(toldOf(receipt, 'kept', 'item', 5)).toMatchObject([{ reason: 'inBinHere' }])
    expect(toldOf(receipt, 'left', 'item', 5)).toMatchObject([{ reason: 'inBinHere' }])
    const parts = receipt.left.filter(({ table, id }) => table === 'catalog' || (table === 'page' && id !== 41))
    expect(new Set(parts.map(({ reason }) => reason))).toEqual(new Set(['itemInBinHere']))
    expect(receipt.tables.filter(({ read, carried: some, kept, left }) => some + kept + left !== read)).toEqual([])
    expect((await ann.post('item/info', { item_id: 5 })).error_code).not.toBe(0)
  })

  it('lie there from the run on with which they come, not from the first one', async () => {
    site.inShowdoc(`insert into item (item_id, item_name, uid, addtime, is_del) values (9, 'Later', 2, 1500000000, 1)`)
    await site.application.product.database.items.recover(8)
    const before = new Date()

    expect((await run()).receipt.isWhole).toBe(true)

    expect(await site.application.product.database.items.recycledBefore(before, 10)).not.toContain(9)
  })
})
