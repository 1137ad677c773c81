import { DatabaseSync } from 'node:sqlite'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_PREFERENCES } from '#core/account/preferences.ts'
import { createApp } from '#server/app.ts'
import { carry, type Carried } from '#server/switch/carry.ts'
import { openShowdoc } from '#server/switch/look.ts'
import { receiptOf } from '#server/switch/receipt.ts'
import { layShowdoc, showdocHash } from '#tests/support/showdoc.ts'
import { Browser, type Envelope } from './harness.ts'
import { emptySite } from './moved-site.ts'
import { CATALOG_AND_PAGE_TABLES } from '#tests/support/showdoc-tables.ts'
import { PLACES, type Run, type SiteOfMoves, siteOfMoves, linkOpens } from './site-of-moves.ts'

const TABLES = `
  create table user (uid integer primary key, username text, password text, groupid int default 2, email text);
  create table item (item_id integer primary key, item_name text, uid integer, password text default '', item_domain text,
    addtime int);
  ${CATALOG_AND_PAGE_TABLES}
  create table page_history (page_history_id integer primary key, page_id int, page_title text, page_content text,
    author_uid int, addtime int, cat_id int default 0);
  create table item_member (item_member_id integer primary key, item_id int, uid int, member_group_id int, cat_id int,
    cat_ids text);
  create table single_page (id integer primary key, page_id int, unique_key text, expire_time int);
  create table item_token (id integer primary key, item_id int, api_key text, api_token text);
  create table mock (id integer primary key, uid int, page_id int, item_id int, path text, template text, unique_key text,
    addtime text);`
const FIRST = `
  insert into user values (1, 'root', '${showdocHash('larch')}', 1, ''), (2, 'ann', '${showdocHash('birch')}', 2, 'ann@example.test'),
    (3, 'tom', '${showdocHash('oak')}', 2, '');
  insert into item values (5, 'Orders', 2, '', 'orders', 1600000000), (6, 'Stock', 2, 'rowan', '', 1600000001);
  insert into catalog values (20, 5, 0, 'First', 1), (21, 5, 20, 'Second', 1);
  insert into page (page_id, item_id, cat_id, page_title, page_content, author_uid, addtime) values
    (30, 5, 21, 'Create', 'See [list](/web/#/5/31).', 2, 1600000100), (31, 5, 0, 'List', 'of orders', 3, 1600000101),
    (32, 6, 0, 'Count', 'of stock', 2, 1600000102);
  insert into page_history values (40, 30, 'Create', 'before', 2, 1600000050, 21);
  insert into item_member values (50, 5, 3, 1, 20, '20');
  insert into single_page values (1, 31, 'kkkk', 0);
  insert into item_token values (1, 5, 'key-of-5', 'token-of-5');
  insert into mock values (1, 2, 31, 5, '/orders', '{"of":"orders"}', 'mmmm', '2020-09-13 20:26:40'),
    (2, 2, 32, 6, '/stock', '{"of":"stock"}', 'nnnn', '2020-09-13 20:26:40');`

describe.each(PLACES)('a ShowDoc that is carried more than once (%s)', (place) => {
  let site: SiteOfMoves
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: TABLES + FIRST })
  })
  afterAll(() => site.close(), 60_000)
  const inShowdoc = (statements: string): void => site.inShowdoc(statements)
  const run = (only?: number): Promise<Run> => site.run(only)
  const loggedIn = async (username: string, password: string): Promise<Browser> => {
    const browser = site.browser()
    await browser.logIn(username, password)
    return browser
  }
  const pageOf = async (browser: Browser, id: number) => (await browser.post('page/info', { page_id: id })).data

  it('brings one item with the people it needs, and leaves the others', async () => {
    const { receipt } = await run(6)

    expect(receipt.isWhole).toBe(true)
    expect(receipt.from.item).toBe(6)
    const ann = await loggedIn('ann', 'birch')
    expect(await pageOf(ann, 32)).toMatchObject({ page_content: 'of stock' })
    expect((await ann.post('page/info', { page_id: 30 })).error_code).not.toBe(0)
    expect(await site.application.product.database.users.byLogin('tom')).toBeNull()
  })

  it('brings the rest later, under its own ids, and then writes nothing', async () => {
    const { receipt } = await run()
    const again = await run()

    expect(receipt.isWhole).toBe(true)
    expect(again.receipt.isWhole).toBe(true)
    expect(again.carried.wasDone).toBe(true)
    expect(again.receipt.kept).toEqual([])
    expect(await pageOf(await loggedIn('tom', 'oak'), 30)).toMatchObject({ page_title: 'Create' })
    expect((await site.browser().post('page/infoByKey', { unique_key: 'kkkk' })).error_code).toBe(0)
  })

  it('brings what changed there, with its history, and keeps what was edited here', async () => {
    const ann = await loggedIn('ann', 'birch')
    const list = await pageOf(ann, 31)
    await ann.post('page/save', { ...list, page_content: 'edited here' })
    inShowdoc(`
      insert into page_history values (41, 30, 'Create', 'See [list](/web/#/5/31).', 2, 1600000100, 21),
        (42, 31, 'List', 'of orders', 3, 1600000101, 0);
      update page set page_content = 'changed there', addtime = 1600000200 where page_id = 30;
      update page set page_content = 'changed there, too' where page_id = 31;
      insert into page (page_id, item_id, page_title, page_content, author_uid, addtime) values
        (33, 5, 'New', 'page', 2, 1600000300);
      insert into catalog values (22, 5, 0, 'Third', 2);
      update item set item_name = 'All orders' where item_id = 5;
      delete from item_member where item_member_id = 50;
      insert into user values (4, 'eve', '${showdocHash('yew')}', 2, '');
      insert into item_member values (51, 6, 4, 0, 0, '');`)

    const { receipt, carried } = await run()

    expect([receipt.isWhole, carried.wasDone]).toEqual([true, false])
    expect(await pageOf(ann, 30)).toMatchObject({ page_content: 'changed there' })
    expect(await pageOf(ann, 31)).toMatchObject({ page_content: 'edited here' })
    const history = (await ann.post('page/history', { page_id: 30 })).data as unknown as readonly object[]
    expect(history).toHaveLength(2)
    expect(receipt.kept).toMatchObject([{ table: 'page', id: 31 }])
    const { data } = await ann.post('item/info', { item_id: 5 })
    expect(data).toMatchObject({ item_name: 'All orders' })
    expect(JSON.stringify(data)).toContain('"Third"')
    expect(JSON.stringify(data)).toContain('"New"')
    const tom = await loggedIn('tom', 'oak')
    expect((await tom.post('item/myList')).data).toEqual([])
    expect((await run()).carried.wasDone).toBe(true)
  })

  it('ends links of pages that ended there, and brings those that came in their place', async () => {
    const open = (key: string): Promise<boolean> => linkOpens(site.browser(), key)
    const all = async () => [await open('jjjj'), await open('llll'), await open('kkkk')]
    const told = ({ receipt }: Run) => receipt.changed.filter(({ table }) => table === 'single_page')
    inShowdoc(`insert into single_page values (2, 30, 'jjjj', 0)`)
    await run()
    expect(await all()).toEqual([true, false, true])

    inShowdoc(`update single_page set unique_key = 'llll' where id = 2`)
    expect(told(await run())).toMatchObject([{ id: 2, reason: 'linkEndedThere' }])
    expect(await all()).toEqual([false, true, true])
    inShowdoc('delete from single_page where id = 2')
    const last = await run()

    expect(told(last)).toMatchObject([{ id: 2, reason: 'linkEndedThere' }])
    expect([await all(), last.receipt.isWhole, (await run()).carried.wasDone]).toEqual([
      [false, false, true],
      true,
      true,
    ])
  })

  it('lets what was deleted here stay deleted, and gives new ids where theirs are given', async () => {
    const ann = await loggedIn('ann', 'birch')
    const made = await ann.post('page/save', { item_id: 6, cat_id: 0, page_title: 'Here', page_content: 'made here' })
    await ann.post('page/delete', { page_id: 33 })
    const taken = Number((made.data as { page_id?: number }).page_id)
    inShowdoc(`insert into page (page_id, item_id, page_title, page_content, author_uid, addtime) values
      (${taken}, 6, 'There', 'made there', 2, 1600000400);`)

    const { receipt } = await run()

    expect(receipt.isWhole).toBe(true)
    expect(await pageOf(ann, taken)).toMatchObject({ page_title: 'Here' })
    const menu = JSON.stringify((await ann.post('item/info', { item_id: 6 })).data)
    expect(menu).toContain('"There"')
    expect(receipt.kept.map(({ id }) => id)).toContain(33)
    expect((await run()).carried.wasDone).toBe(true)
  })

  it('closes what was open when ShowDoc has begun to let nobody read without logging in, and opens it again', async () => {
    const readByVisitors = async () => (await site.browser().post('page/info', { page_id: 30 })).error_code
    expect(await readByVisitors()).toBe(0)
    inShowdoc(`create table if not exists options (option_id integer primary key, option_name text, option_value text);
      insert into options (option_name, option_value) values ('force_login', '1');`)

    expect((await run()).receipt.isWhole).toBe(true)

    const ann = await loggedIn('ann', 'birch')
    expect(await readByVisitors()).not.toBe(0)
    expect(await pageOf(ann, 30)).toMatchObject({ page_content: 'changed there' })
    expect((await run()).carried.wasDone).toBe(true)
    inShowdoc(`update options set option_value = '0' where option_name = 'force_login'`)
    expect((await run()).receipt.isWhole).toBe(true)
    expect(await readByVisitors()).toBe(0)
  })
})

describe('an Octavo with content that a ShowDoc comes into', () => {
  it('takes nobody for a person whose name another one of that ShowDoc has, and never two for one', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-names-'))
    const people = `insert into user values (2, 'Ann', '', 2, ''), (3, 'ann', '', 2, ''), (4, 'TOM', '', 2, ''),
      (5, 'Eve', '', 2, ''), (6, 'EVE', '', 2, '');`
    const file = layShowdoc(
      folder,
      `${TABLES}${people}insert into item values (5, 'Private of Ann', 2, 'rowan', '', 1600000000);`,
    )
    const application = await emptySite()
    const { users } = application.product.database
    const idOf = async (username: string) => (await users.byLogin(username))?.id ?? expect.fail()
    const rest = {
      ...{
        name: '',
        email: null,
        isAdmin: false,
        isEmailVerified: false,
        isSwitchedOff: false,
        hasSecondFactor: false,
      },
      ...{ mustChangePassword: false, passwordHash: null, registeredAt: new Date(), lastLoginAt: null },
      ...NO_PREFERENCES,
    }
    for (const username of ['ann', 'tom', 'eve']) await users.insert({ ...rest, username })
    const come = async (): Promise<Carried> => {
      const showdoc = await openShowdoc(folder)
      try {
        return await carry({ showdoc, application, isInto: true, say: () => undefined })
      } finally {
        await showdoc.close()
      }
    }
    try {
      const { arrangement, plan } = await come()
      const here = (id: number) => arrangement.idsHere.get('user')?.get(id)

      expect([here(3), here(4)]).toEqual([await idOf('ann'), await idOf('tom')])
      expect([await idOf('ann'), await idOf('eve')]).not.toContain(here(2))
      expect([here(5), here(6)]).not.toContain(await idOf('eve'))
      expect(plan.items.map(({ item }) => item.ownerId)).toEqual([here(2)])
      const told = (id: number) => plan.findings.changed.filter((each) => each.table === 'user' && each.id === here(id))
      expect([2, 3, 4, 5, 6].map((id) => told(id).map(({ reason }) => reason))).toEqual([
        ...[['usernameTaken'], ['knownAccount'], ['knownAccount'], ['usernameTaken'], ['usernameTaken']],
      ])

      const database = new DatabaseSync(file)
      database.exec(`insert into user values (9, 'Tom', '', 2, '')`)
      database.close()
      expect((await come()).arrangement.idsHere.get('user')?.get(9)).not.toBe(await idOf('tom'))
    } finally {
      await application.close()
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('gives new ids where its own are taken, and people who are here keep their accounts', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-into-'))
    layShowdoc(folder, TABLES + FIRST)
    const application = await emptySite()
    const { users, items, pages } = application.product.database
    const now = new Date()
    const plain = {
      ...{
        name: '',
        email: null,
        isEmailVerified: false,
        isSwitchedOff: false,
        hasSecondFactor: false,
        mustChangePassword: false,
      },
      ...{ passwordHash: null, registeredAt: now, lastLoginAt: null, ...NO_PREFERENCES },
    }
    for (let at = 0; at < 3; at += 1) await users.insert({ ...plain, username: `here${at}`, isAdmin: at === 0 })
    const tom = await users.insert({ ...plain, username: 'Tom', name: 'Tom of here', isAdmin: false })
    const item = {
      ...{ name: 'Here', description: '', type: 'regular' as const, ownerId: tom.id, visitPassword: null },
      ...{
        visitGeneration: 0,
        isMembersOnly: false,
        isArchived: false,
        globalParams: { query: [], body: [], header: [] },
      },
      ...{ createdAt: now, updatedAt: now },
    }
    const here = []
    for (let at = 0; at < 8; at += 1) here.push(await items.insert({ ...item, domain: at === 0 ? 'orders' : null }))
    const own = {
      itemId: here[0]?.id ?? 0,
      catalogId: null,
      title: 'Own page',
      content: '',
      order: 99,
      authorId: tom.id,
    }
    for (let at = 0; at < 35; at += 1)
      await pages.insert({ ...own, revision: 1, createdAt: now, savedAt: now, deletion: null })
    const showdoc = await openShowdoc(folder)
    try {
      const refused = carry({ showdoc, application, say: () => undefined })
      await expect(refused).rejects.toThrow(/Add --into/)

      const carried = await carry({ showdoc, application, isInto: true, say: () => undefined })
      const receipt = await receiptOf({ showdoc, carried, application })

      expect(receipt.isWhole).toBe(true)
      const orders = carried.plan.items.find(({ item: each }) => each.name === 'Orders')?.item ?? expect.fail()
      expect(here.map(({ id }) => id)).not.toContain(orders.id)
      expect(orders.domain).toBeNull()
      const [created] = await pages.byIds(orders.id, [carried.arrangement.idsHere.get('page')?.get(30) ?? 0])
      expect(created).toMatchObject({ title: 'Create', content: 'See [list](/web/#/5/31).' })
      expect((await users.byId(tom.id))?.name).toBe('Tom of here')
      const list = await application.product.database.members.ofItem(orders.id)
      expect(list.map(({ userId }) => userId)).toEqual([tom.id])
      expect((await users.byLogin('root'))?.isAdmin).toBe(false)
      expect(receipt.changed).toContainEqual(expect.objectContaining({ table: 'user', id: 3, here: tom.id }))
      const app = await createApp(application, { hasPages: false })
      const visitor = new Browser([app], {}, '')
      const ledTo = async (address: string) => (await visitor.get(address)).headers.location
      const idOf = (table: 'item' | 'page' | 'catalog', id: number) => carried.arrangement.idsHere.get(table)?.get(id)
      expect((await visitor.get('/web/former-address.js')).body).toContain('/web/here?path=')
      expect(await ledTo('/web/here?path=%2F5%2F31')).toBe(`/${idOf('item', 5)}/${idOf('page', 31)}`)
      expect(await ledTo('/web/here?path=%2Fitem%2Fpassword%2F6')).toBe(`/item/password/${idOf('item', 6)}`)
      const asked = (path: string) => ledTo(`/web/here?path=${encodeURIComponent(path)}`)
      expect(await asked('/5?page_id=31')).toBe(`/${idOf('item', 5)}?page_id=${idOf('page', 31)}`)
      expect(await asked('/orders?page_id=31')).toBe(`/page/${idOf('page', 31)}`)
      expect(await asked('/item/password/6?page_id=32&redirect=/6/32')).toBe(
        `/item/password/${idOf('item', 6)}?page_id=${idOf('page', 32)}&redirect=%2F${idOf('item', 6)}%2F${idOf('page', 32)}`,
      )
      expect(await ledTo('/web/here?path=%2Forders%2F30%23part')).toBe(`/page/${idOf('page', 30)}#part`)
      expect(await ledTo('/index.php?s=/5&page_id=31')).toBe(`/${idOf('item', 5)}/${idOf('page', 31)}`)
      const ann = new Browser([app], {}, '')
      await ann.logIn('ann', 'birch')
      const old = async (browser: Browser, call: string, fields: Readonly<Record<string, number | string>>) =>
        (
          await browser.request({
            ...{ method: 'POST', url: `/server/index.php?s=/api/${call}` },
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            payload: new URLSearchParams(
              Object.entries(fields).map(([name, value]) => [name, String(value)]),
            ).toString(),
          })
        ).json<Envelope>()
      expect((await old(ann, 'page/info', { page_id: 30 })).data).toMatchObject({
        ...{ page_id: idOf('page', 30), item_id: orders.id, cat_id: idOf('catalog', 21) },
      })
      expect((await ann.get('/server/?s=/api/page/info/page_id/30')).json<Envelope>().data.page_id).toBe(
        idOf('page', 30),
      )
      const made = await old(ann, 'page/save', { item_id: 5, cat_id: 20, page_title: 'By number', page_content: 'x' })
      const own = await ann.post('page/info', { page_id: made.data.page_id })
      expect(own.data).toMatchObject({ item_id: orders.id, cat_id: idOf('catalog', 20) })
      const shut = await old(visitor, 'page/info', { page_id: 32 })
      expect(shut).toEqual(await visitor.post('page/info', { page_id: Number(idOf('page', 32)) }))
      expect(shut.error_code).not.toBe(0)
      // An own address of this site knows no former numbers.
      expect((await ann.post('page/info', { page_id: 30 })).data).toMatchObject({ page_title: 'Own page' })
      const mocked = await visitor.get('/mock-path/5&path=/orders')
      expect([mocked.statusCode, mocked.body]).toEqual([200, '{"of":"orders"}'])
      expect((await visitor.get('/mock-path/6&path=/stock')).statusCode).toBe(404)
      for (const hostile of ['%2F%2Fevil.example', '%2F%5Cevil.example', 'https%3A%2F%2Fevil.example', ''])
        expect(await ledTo(`/web/here?path=${hostile}`)).toBe('/')
      await app.close()
      const again = await openShowdoc(folder)
      expect((await carry({ showdoc: again, application, say: () => undefined })).wasDone).toBe(true)
      await again.close()
    } finally {
      await showdoc.close()
      await application.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
