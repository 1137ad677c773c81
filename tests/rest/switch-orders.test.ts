import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { showdocHash } from '#tests/support/showdoc.ts'
import { CATALOG_AND_PAGE_TABLES, USER_AND_ITEM_TABLES } from '#tests/support/showdoc-tables.ts'
import { PLACES, type Run, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

/** Each person has saved an order in another condition. */
const SHOWDOC = `
  ${USER_AND_ITEM_TABLES} ${CATALOG_AND_PAGE_TABLES}
  create table item_group (id integer primary key, uid int, group_name text, item_ids text, s_number int);
  create table item_sort (id integer primary key, uid int, item_sort_data text, addtime int, item_group_id int);
  insert into user values (1, 'root', '', 1), (2, 'ann', '', 2), (3, 'tom', '', 2), (4, 'kim', '', 2), (5, 'bob', '', 2);
  update user set password = '${showdocHash('birch')}';
  insert into item (item_id, item_name, uid) values (5, 'A', 2), (6, 'B', 2), (7, 'C', 2), (8, 'D', 3), (9, 'E', 3),
    (10, 'F', 5), (11, 'G', 5);
  insert into item_group values (1, 2, 'Group', '5,6', 1), (2, 5, 'Later', '10,11', 1);
  insert into item_sort values
    (1, 2, '{"7":1,"undefined":2,"6":3,"5":"4","99":null,"2147483648":6,"1234567890":7}', 1, 0),
    (2, 2, '{"6":1,"5":2}', 1, 1), (3, 3, 'not JSON', 1, 0), (4, 4, '[]', 1, 0), (5, 5, '{"11":1,"10":2}', 1, 0);`

describe.each(PLACES)('orders of items that people saved in ShowDoc (%s)', (place) => {
  let site: SiteOfMoves
  let run: Run
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
    run = await site.run()
  }, 240_000)
  afterAll(() => site.close(), 60_000)
  async function listOf(name: string, group = 0): Promise<readonly number[]> {
    const browser = site.browser()
    await browser.logIn(name, 'birch')
    const { data } = await browser.post('item/myList', group === 0 ? {} : { item_group_id: group })
    return (data as unknown as readonly { readonly item_id: string }[]).map(({ item_id }) => Number(item_id))
  }
  const foundIn = (of: 'left' | 'changed' | 'kept', { receipt }: Run) =>
    receipt[of].filter(({ table }) => table === 'item_sort').map(({ id, reason, values }) => ({ id, reason, values }))

  it('come with all positions that can be read, and the receipt tells of the others', async () => {
    expect([await listOf('ann'), await listOf('tom'), await listOf('bob')]).toEqual([
      [7, 6, 5],
      [9, 8],
      [11, 10],
    ])
    expect(foundIn('changed', run)).toEqual([{ id: 1, reason: 'positionsUnfit', values: { count: 3 } }])
    expect(foundIn('left', run)).toEqual([{ id: 3, reason: 'orderUnreadable', values: undefined }])
    expect(run.receipt.tables.find(({ name }) => name === 'item_sort')).toMatchObject({ read: 5, carried: 4, left: 1 })
    expect(run.receipt.isWhole).toBe(true)
    expect((await site.run()).carried.wasDone).toBe(true)
  })

  it('come again when they are changed in ShowDoc later, unless people changed them here', async () => {
    const bob = site.browser()
    await bob.logIn('bob', 'birch')
    const [{ id: group }] = (await bob.post('itemGroup/getList')).data
    const tom = site.browser()
    await tom.logIn('tom', 'birch')
    await tom.post('item/sort', { data: JSON.stringify({ 8: 1, 9: 2 }) })
    site.inShowdoc(`
      update item_sort set item_sort_data = '{"10":1,"11":2}' where id = 5;
      update item_sort set item_sort_data = '{"7":3,"6":1,"5":2}' where id = 1;
      update item_sort set item_sort_data = '{"9":1,"8":2}' where id = 3;
      insert into item_sort values (6, 5, '{"11":1,"10":2}', 2, 2);`)

    const again = await site.run()

    expect([await listOf('bob'), await listOf('bob', group), await listOf('ann')]).toEqual([
      [10, 11],
      [11, 10],
      [6, 5, 7],
    ])
    expect([await listOf('tom'), foundIn('kept', again)]).toEqual([[8, 9], []])
    expect(foundIn('left', again)).toEqual([{ id: 3, reason: 'ownOrder', values: undefined }])
    expect(again.receipt.tables.find(({ name }) => name === 'item_sort')).toMatchObject({
      read: 6,
      carried: 5,
      left: 1,
    })
    expect([again.receipt.isWhole, again.carried.wasDone]).toEqual([true, false])
    expect((await site.run()).carried.wasDone).toBe(true)

    await bob.post('item/sort', { data: JSON.stringify({ 11: 1, 10: 2 }) })
    site.inShowdoc(`
      update item_sort set item_sort_data = '{"10":1,"11":9}' where id = 5;
      update item set item_name = 'Other' where item_id = 10;`)
    const last = await site.run()

    expect(await listOf('bob')).toEqual([11, 10])
    expect(foundIn('kept', last)).toEqual([{ id: 5, reason: 'editedAndChanged', values: undefined }])
    expect(last.receipt.isWhole).toBe(true)
  })
})
