import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import bcrypt from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '#core/settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import { layShowdoc, showdocHash } from '#tests/support/showdoc.ts'
import { movedSite, type MovedSite } from './moved-site.ts'

/** What a ShowDoc seldom holds, and what one that was tampered with does. */
const CRAFTED = `
  create table user (uid integer primary key autoincrement, username text, password text, groupid int default 2);
  create table item (item_id integer primary key autoincrement, item_name text, uid integer, password text,
    is_del int default 0);
  create table page (page_id integer primary key autoincrement, item_id integer, page_title text, page_content text,
    author_uid integer, is_del int default 0, is_draft int default 0);
  create table recycle (id integer primary key, item_id integer, page_id integer, del_by_uid integer, del_time integer);
  create table item_sort (id integer primary key, uid integer, item_group_id integer default 0, item_sort_data text);
  create table single_page (id integer primary key, page_id integer, unique_key text, expire_time integer default 0);
  insert into single_page (page_id, unique_key) values (101, 'kkk'), (105, 'kkk'), (101, 'later');
  create table options (option_id integer primary key, option_name text, option_value text);
  insert into options (option_name, option_value) values ('register_open', '0'), ('force_login', '1');
  insert into user values (1, 'showdoc', '${bcrypt.hashSync('123456', 4)}', 1),
    (2, ' 张三（测试）', '${showdocHash('birch')}', 2), (3, 'an' || char(0) || 'n', '${showdocHash('larch')}', 2), (4, 'tom', '${showdocHash('123456')}', 2),
    (5, 'kim', '${bcrypt.hashSync('123456', 4)}', 2), (6, 'lee', '${bcrypt.hashSync('maple', 4)}', 2),
    (7, 'fred', '$argon2id$of-another-product', 2), (8, '\u0130da', '${showdocHash('birch')}', 2), (9, 'ida', '', 2),
    (10, '\u0391\u03A3', '${showdocHash('birch')}', 2), (11, '\u03B1\u03C3', '${showdocHash('birch')}', 2),
    (40, 'gone', '', 2);
  delete from user where uid = 40;
  insert into item values (10, 'Open', 1, '', 0), (11, 'Private' || char(0), 1, 'birch', 0), (12, 'Deleted', 1, '', 1),
    (50, 'Gone', 1, '', 0);
  delete from item where item_id = 50;
  insert into page values (100, 10, 'Of somebody gone', 'text', 900, 0, 0),
    (101, 10, 'a' || char(0) || 'b', 'of a' || char(0) || 'b', 1, 0, 0),
    (102, 10, 'Draft', 'for my eyes only', 2, 1, 1),
    (103, 10, 'Deleted long ago', 'text', 1, 1, 0),
    (104, 10, 'Not UTF-8', cast(x'C4E3BAC3' as text), 1, 0, 0),
    (105, 10, 'With the sign itself', char(65533), 1, 0, 0),
    (106, 12, 'In a deleted item', 'kept', 1, 0, 0),
    (9007199254740993000, 10, 'Too large', '', 1, 0, 0);
  insert into recycle values (1, 10, 102, 2, 1700000000), (2, 10, 103, 1, 1700000000);
  insert into item_sort values (1, 2, 0, '{"10":99999999999,"11":1}');`

describe('a crafted ShowDoc that has moved in', () => {
  let folder: string
  let site: MovedSite
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-showdoc-'))
    layShowdoc(folder, CRAFTED)
    site = await movedSite(folder)
  }, 240_000)
  afterAll(async () => {
    await site.close()
    await rm(folder, { recursive: true, force: true })
  })
  const reasonsOf = (of: 'left' | 'changed', table: string, id: number): readonly string[] =>
    site.receipt[of]
      .filter((finding) => finding.table === table && finding.id === id)
      .map(({ reason, values }) => `${reason} ${JSON.stringify(values ?? {})}`)

  it('lets nobody register where ShowDoc let nobody', async () => {
    expect((await readSettings(site.application.product.database, siteSettings)).registerOpen).toBe(false)
  })

  it('shows visitors no item where ShowDoc asked everybody to log in', async () => {
    const seen = async (itemId: number) => (await site.browser().post('item/info', { item_id: itemId })).error_code

    expect(await seen(10)).not.toBe(0)
    expect(await seen(11)).not.toBe(0)
    expect((await site.browser().post('item/pwd', { item_id: 11, password: 'birch' })).error_code).toBe(0)
    expect(reasonsOf('changed', 'item', 10).join()).toContain('membersOnly')
    expect(reasonsOf('changed', 'item', 11).join()).not.toContain('membersOnly')
    const closed = async (itemId: number) =>
      (await site.application.product.database.access.ofItem(itemId, null))?.item.isMembersOnly
    expect([await closed(10), await closed(11)]).toEqual([true, false])
  })

  it('lets people in under the name they type, however it was written', async () => {
    expect(await site.browser().logIn(' 张三（测试）', 'birch')).toMatchObject({ uid: 2 })
    expect(await site.browser().logIn('ann', 'larch')).toMatchObject({ uid: 3 })
    expect(reasonsOf('changed', 'user', 2)).toHaveLength(1)
  })

  it('opens by a key the page that ShowDoc opened by it, and tells of other keys', async () => {
    const shared = await site.browser().post('page/infoByKey', { unique_key: 'kkk' })

    expect(Number((shared.data as { readonly page_id: unknown }).page_id)).toBe(101)
    expect((await site.browser().post('page/infoByKey', { unique_key: 'later' })).error_code).not.toBe(0)
    expect(reasonsOf('left', 'single_page', 2).join()).toContain('linkKeyTaken')
    expect(reasonsOf('left', 'single_page', 3).join()).toContain('earlierLink')
  })

  it('leaves out characters that no database keeps, and tells so', async () => {
    const [page] = await site.application.product.database.pages.byIds(10, [101])

    expect([page?.title, page?.content]).toEqual(['ab', 'of ab'])
    expect(reasonsOf('changed', 'page', 101).join()).toContain('page_title')
    expect(reasonsOf('changed', 'page', 101).join()).toContain('page_content')
    expect(reasonsOf('changed', 'item', 11).join()).toContain('item_name')
    expect(site.receipt).toMatchObject({ isWhole: true, unreadable: [{ table: 'page' }] })
  })

  it('tells of texts that are not UTF-8', () => {
    expect(reasonsOf('changed', 'page', 104).join()).toContain('notUtf8 {"column":"page_content"}')
    expect(reasonsOf('changed', 'page', 105)).toEqual([])
  })

  it('shows nobody a draft that its author had deleted', async () => {
    const bin = await site.application.product.database.pages.recycledIn(10)

    expect(bin.map(({ id }) => id)).toEqual([103])
    expect(reasonsOf('left', 'page', 102)).toHaveLength(1)
    expect(reasonsOf('left', 'recycle', 1)).toHaveLength(1)
  })

  it('keeps what was deleted long ago for as long as what is deleted now', async () => {
    const bin = await site.application.product.database.pages.recycledIn(10)

    const at = bin.find(({ id }) => id === 103)?.deletion.at.getTime() ?? 0
    expect(at).toBeGreaterThanOrEqual(new Date(site.receipt.begunAt).getTime())
    expect(reasonsOf('changed', 'page', 103).join()).toContain('2023-11-14')
  })

  it('gives no id anew that something gone had', async () => {
    const { users, items } = site.application.product.database
    const { id: _id, ...user } = (await users.byId(1)) ?? expect.fail()
    const { id: _itemId, ...item } = site.carried.plan.items[0]?.item ?? expect.fail()

    expect((await users.insert({ ...user, username: 'newcomer', email: null })).id).toBeGreaterThan(900)
    expect((await items.insert({ ...item, isMembersOnly: false })).id).toBeGreaterThan(50)
  })

  it('asks whoever has the password every ShowDoc begins with for another one', async () => {
    const { users } = site.application.product.database
    const due = await Promise.all([1, 3, 4, 5, 6].map(async (id) => (await users.byId(id))?.mustChangePassword))

    expect(due).toEqual([true, false, true, true, false])
    expect(site.receipt.defaultPasswords).toEqual(['showdoc', 'tom', 'kim'])
  })

  it('tells of passwords that nobody can check', () => {
    expect([6, 7].map((id) => reasonsOf('changed', 'user', id))).toEqual([[], ['passwordUnreadable {}']])
  })

  it('gives another name to whoever has one that a database may take for the same', async () => {
    const { users } = site.application.product.database
    const names = await Promise.all([8, 9, 10, 11].map(async (id) => (await users.byId(id))?.username))

    expect(names).toEqual(['\u0130da', 'ida-9', '\u0391\u03A3', '\u03B1\u03C3-11'])
  })
})
