import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '#server/switch/plan/findings.ts'
import { showdocHash } from '#tests/support/showdoc.ts'
import { CATALOG_AND_PAGE_TABLES } from '#tests/support/showdoc-tables.ts'
import { dyingAt, Killed } from './dying-at.ts'
import { PLACES, runFrom, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

const SHOWDOC = `
  create table user (uid integer primary key, username text, password text, groupid int default 2, email text default '');
  create table item (item_id integer primary key, item_name text, uid integer, item_domain text default '', is_del int default 0);
  ${CATALOG_AND_PAGE_TABLES}
  insert into user (uid, username, groupid, email) values (1, 'root', 1, ''), (2, 'ann', 2, 'ann@example.test'),
    (3, 'tom', 2, 'tom@example.test'), (4, 'eve', 2, 'eve@example.test'), (5, 'max', 2, '');
  update user set password = '${showdocHash('larch')}';
  insert into item (item_id, item_name, uid, item_domain) values (5, 'Orders', 2, 'orders'), (6, 'Stock', 2, 'stock'),
    (7, 'Prices', 2, 'prices'), (8, 'Plans', 2, 'plans');`

describe.each(PLACES)('names that ShowDoc has given to others since they came (%s)', (place) => {
  let site: SiteOfMoves
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
    await site.run()
  }, 240_000)
  afterAll(() => site.close(), 60_000)

  const namesOf = async (ids: readonly number[]) => {
    const accounts = await site.application.product.database.users.byIds(ids)
    return accounts.toSorted((one, other) => one.id - other.id).map(({ username, email }) => `${username} ${email}`)
  }
  const ofItems = (findings: readonly Finding[]) =>
    findings.flatMap(({ table, id, reason }) => (table === 'item' ? [`${id} ${reason}`] : []))
  const itemsAt = (domains: readonly string[]) =>
    Promise.all(domains.map((domain) => site.application.product.database.items.byDomain(domain)))

  it('come with one run where people swapped theirs, took one that was left, or are new', async () => {
    await site.application.product.database.users.update(2, { isEmailVerified: true })
    site.inShowdoc(`update user set username = 'x' where uid = 2; update user set username = 'ann' where uid = 3;
      update user set username = 'tom' where uid = 2; update user set username = 'EVA' where uid = 4;
      update user set username = 'eve' where uid = 5;
      update user set email = case uid when 2 then 'tom@example.test' when 3 then 'eve@example.test'
        when 4 then 'ann@example.test' else email end;
      insert into user (uid, username, password) values (6, 'max', '${showdocHash('larch')}')`)

    const { receipt } = await site.run()

    expect(await namesOf([2, 3, 4, 5, 6])).toEqual([
      ...['tom tom@example.test', 'ann eve@example.test', 'EVA ann@example.test', 'eve null', 'max null'],
    ])
    expect((await site.application.product.database.users.byId(2))?.isEmailVerified).toBe(false)
    expect([receipt.isWhole, receipt.changed, receipt.kept]).toEqual([true, [], []])
    expect((await site.run()).carried.wasDone).toBe(true)
  })

  it('stay with those who were edited here, and with those who still have them there', async () => {
    await site.application.product.database.users.update(3, { name: 'Ann of here' })
    site.inShowdoc(`update user set username = 'Max' where uid = 2; update user set username = 'ann' where uid = 4;
      update user set username = 'tom' where uid = 3`)

    const { receipt } = await site.run()

    expect(await namesOf([2, 3, 4, 6])).toEqual([
      ...['Max-2 tom@example.test', 'ann eve@example.test', 'ann-4 ann@example.test', 'max null'],
    ])
    expect(receipt.kept).toMatchObject([{ id: 3, reason: 'editedAndChanged' }])
    expect((await site.run()).carried.wasDone).toBe(true)
  })

  it('of items come with one run, whenever it is killed, and a new item takes one that was left', async () => {
    site.inShowdoc(`update item set item_domain = case item_id when 5 then 'stock' when 6 then 'prices' when 7 then 'orders'
        else 'schedule' end;
      insert into item (item_id, item_name, uid, item_domain) values (9, 'New plans', 2, 'Plans')`)

    const ends: unknown[] = []
    for (let nth = 0; ends.at(-1) !== 'done' && nth < 60; nth += 1) {
      const run = runFrom(site.folder, { application: dyingAt(site.application, nth, 'after it') })
      ends.push(
        await run.then(
          ({ receipt }) => {
            expect([receipt.isWhole, ofItems(receipt.changed)]).toEqual([true, []])
            return 'done'
          },
          (error: unknown) => (error instanceof Killed ? 'killed' : error),
        ),
      )
    }

    expect(new Set(ends)).toEqual(new Set(['killed', 'done']))
    expect(await itemsAt(['stock', 'prices', 'orders', 'schedule', 'plans'])).toEqual([5, 6, 7, 8, 9])
    site.inShowdoc(`update item set item_domain = case item_id when 5 then 'orders' when 6 then 'stock' when 7 then 'prices'
      else item_domain end`)
    expect(ofItems((await site.run()).receipt.changed)).toEqual([])
    expect(await itemsAt(['orders', 'stock', 'prices'])).toEqual([5, 6, 7])
    expect((await site.run()).carried.wasDone).toBe(true)
  })

  it('of items stay where these were edited here', async () => {
    const root = site.browser()
    await root.logIn('root', 'larch')
    const edited = {
      item_id: 5,
      item_name: 'Orders',
      item_description: 'edited here',
      item_domain: 'orders',
      password: '',
    }
    expect((await root.post('item/update', edited)).error_code).toBe(0)
    site.inShowdoc(
      `update item set item_domain = case item_id when 5 then 'stock' when 6 then 'orders' else item_domain end`,
    )

    const { receipt } = await site.run()

    expect(await itemsAt(['orders', 'stock'])).toEqual([5, null])
    expect(ofItems(receipt.kept)).toEqual(['5 editedAndChanged'])
    expect(ofItems(receipt.changed)).toEqual(['6 domainTaken'])
    expect((await site.run()).carried.wasDone).toBe(true)
  })
})
