import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '#server/switch/plan/findings.ts'
import { LEAST_TABLES, showdocHash } from '#tests/support/showdoc.ts'
import type { Browser } from './harness.ts'
import { PLACES, type Run, type SiteOfMoves, siteOfMoves, keyWorks } from './site-of-moves.ts'

const KEYS = `${LEAST_TABLES}
  create table item_token (id integer primary key, item_id integer, api_key text, api_token text);
  insert into user values (1, 'ann', '${showdocHash('birch')}');
  insert into item values (3, 'Kept', 1), (4, 'Reset there', 1), (5, 'Gone there', 1), (6, 'Reset here', 1),
    (7, 'Reset in both', 1), (8, 'Made here', 1), (9, 'Made anew there', 1), (10, 'Gone there, reset here', 1);
  insert into item_token values (13, 3, 'k3', 't3'), (14, 4, 'k4', 't4'), (15, 5, 'k5', 't5'), (16, 6, 'k6', 't6'),
    (17, 7, 'k7', 't7'), (19, 9, 'k9', 't9'), (20, 10, 'k10', 't10');`

interface Key {
  readonly api_key: string
  readonly api_token: string
}

describe.each(PLACES)('keys of items between two runs of a move (%s)', (place) => {
  let site: SiteOfMoves
  let ann: Browser
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: KEYS })
  })
  afterAll(() => site.close(), 60_000)

  const inShowdoc = (statements: string): void => site.inShowdoc(statements)
  const run = (only?: number): Promise<Run> => site.run(only)
  const works = (key: string, token: string) => keyWorks(site.browser(), key, token)
  const keyHere = async (call: 'getKey' | 'resetKey', itemId: number): Promise<Key> =>
    (await ann.post(`item/${call}`, { item_id: itemId })).data
  const told = (of: readonly Finding[]) =>
    of
      .flatMap(({ table, id, reason }) => (table === 'item_token' ? [[Number(id), reason] as const] : []))
      .toSorted(([a], [b]) => a - b)
  const tableOf = ({ receipt }: Run) => receipt.tables.find(({ name }) => name === 'item_token')

  it('ends here what ended there, replaces what was reset there, and keeps what was made here', async () => {
    expect((await run()).receipt.isWhole).toBe(true)
    ann = site.browser()
    await ann.logIn('ann', 'birch')
    expect(await works('k4', 't4')).toBe(true)
    const [six, seven, eight, ten] = [
      await keyHere('resetKey', 6),
      await keyHere('resetKey', 7),
      await keyHere('getKey', 8),
      await keyHere('resetKey', 10),
    ]
    inShowdoc(`update item_token set api_token = 'other4' where id = 14;
      update item_token set api_token = 'other7' where id = 17;
      delete from item_token where id in (15, 19, 20);
      insert into item_token values (21, 9, 'other-k9', 'other9'), (22, 8, 'k8', 't8');`)

    const second = await run()

    expect([await works('k3', 't3'), await works('k4', 't4'), await works('k4', 'other4')]).toEqual([true, false, true])
    expect([await works('k5', 't5'), await works('k9', 't9'), await works('other-k9', 'other9')]).toEqual([
      ...[false, false, true],
    ])
    for (const { api_key, api_token } of [six, seven, eight, ten]) expect(await works(api_key, api_token)).toBe(true)
    expect([await works('k6', 't6'), await works('k7', 'other7'), await works('k8', 't8')]).toEqual([
      false,
      false,
      false,
    ])
    expect(told(second.receipt.changed)).toEqual([...[14, 15, 19].map((id) => [id, 'keyEndedThere'])])
    expect(told(second.receipt.kept)).toEqual([[20, 'keyOfHereStays']])
    const left = [
      [16, 'keyResetHere'],
      [17, 'otherKeyHere'],
      [22, 'otherKeyHere'],
    ]
    expect(told(second.receipt.left)).toEqual(left)
    expect(tableOf(second)).toMatchObject({ read: 6, carried: 3, left: 3 })
    expect([second.receipt.isWhole, second.carried.wasDone]).toEqual([true, false])

    const third = await run()
    expect([third.receipt.isWhole, third.carried.wasDone]).toEqual([true, true])
    expect([told(third.receipt.changed), told(third.receipt.kept), told(third.receipt.left)]).toEqual([[], [], left])
  })

  it('lets nobody use a key that was replaced, however often it is reset there', async () => {
    inShowdoc(`update item_token set api_token = 'third4' where id = 14`)

    await run(4)

    expect([await works('k4', 'other4'), await works('k4', 'third4'), await works('k3', 't3')]).toEqual([
      ...[false, true, true],
    ])
    inShowdoc('delete from item_token where id = 14')
    await run(3)
    expect(await works('k4', 'third4')).toBe(true)
    await run()
    expect([await works('k4', 'third4'), (await run()).carried.wasDone]).toEqual([false, true])
  })

  it('ends and replaces one of an item in the recycle bin, which opens nothing once that was brought back', async () => {
    const { items } = site.application.product.database
    await items.recycle(3, 1, new Date())
    inShowdoc(`update item_token set api_key = 'other-k3', api_token = 'other3' where id = 13`)

    const binned = await run()

    expect(told(binned.receipt.changed)).toContainEqual([13, 'keyEndedThere'])
    expect(told(binned.receipt.left)).toContainEqual([13, 'itemInBinHere'])
    expect([binned.receipt.isWhole, (await run()).carried.wasDone]).toEqual([true, true])
    await items.recover(3)
    expect([await works('k3', 't3'), await works('other-k3', 'other3')]).toEqual([false, false])
    const back = await run()
    expect([await works('k3', 't3'), await works('other-k3', 'other3'), back.receipt.isWhole]).toEqual([
      ...[false, true, true],
    ])
    expect((await run()).carried.wasDone).toBe(true)
  })

  it('takes one that became that of another item from the first, although that lies in the recycle bin', async () => {
    const { items, pages } = site.application.product.database
    /** Those of the items in which the key writes. */
    const writtenInto = async (some: readonly number[]): Promise<readonly number[]> => {
      const title = 'Written by the key'
      const sent = { api_key: 'other-k3', api_token: 'other3', page_title: title, page_content: 'x' }
      await site.browser().post('item/updateByApi', sent)
      const found: number[] = []
      for (const id of some) if ((await pages.idOf(id, null, title)) !== null) found.push(id)
      for (const id of found) await pages.recycleAll(id, [(await pages.idOf(id, null, title)) ?? 0], 1, new Date())
      return found
    }
    await items.recycle(3, 1, new Date())
    inShowdoc(`insert into item values (34, 'Has it now', 1); update item_token set item_id = 34 where id = 13`)

    const binned = await run(34)

    expect(told(binned.receipt.changed)).toEqual([[13, 'keyEndedThere']])
    expect(await writtenInto([3, 34])).toEqual([34])
    await items.recover(3)
    inShowdoc('update item_token set item_id = 3 where id = 13')
    await items.recycle(34, 1, new Date())
    await run()
    await items.recover(34)
    expect(await writtenInto([3, 34])).toEqual([3])
    expect((await run()).carried.wasDone).toBe(true)
  })

  it('ends none that an older version brought without noting which, and tells of it', async () => {
    inShowdoc(`insert into item values (31, 'As before', 1), (32, 'Reset there', 1), (33, 'Gone there', 1);
      insert into item_token values (41, 31, 'k31', 't31'), (42, 32, 'k32', 't32'), (43, 33, 'k33', 't33');`)
    await run()
    await site.application.carrying.carry((rows) =>
      rows.records(1).noteOther('item_token', new Map([41, 42, 43].map((id) => [id, 'came']))),
    )
    inShowdoc(`update item_token set api_token = 'other32' where id = 42; delete from item_token where id = 43;`)

    const first = await run()

    expect([await works('k31', 't31'), await works('k32', 't32'), await works('k33', 't33')]).toEqual([
      ...[true, true, true],
    ])
    expect([told(first.receipt.kept), told(first.receipt.left)]).toEqual([
      [[43, 'keyOfOlderGone']],
      expect.arrayContaining([[42, 'keyOfOlder']]),
    ])
    expect([first.receipt.isWhole, first.carried.wasDone]).toEqual([true, false])
    const second = await run()
    expect([second.carried.wasDone, told(second.receipt.kept)]).toEqual([true, [[43, 'keyOfOlderGone']]])
    // By then it is known which one it is.
    inShowdoc('delete from item_token where id = 41')
    await run()
    expect(await works('k31', 't31')).toBe(false)
  })

  it('ends none while rows of the table cannot be read', async () => {
    inShowdoc(`insert into item_token values (50, 'no number', 'k50', 't50'); delete from item_token where id = 21;
      update item_token set api_token = 'third3' where id = 13;`)

    const unread = await run()

    expect([await works('other-k9', 'other9'), told(unread.receipt.kept)]).toEqual([
      true,
      expect.arrayContaining([[21, 'keysUnreadable']]),
    ])
    expect([await works('other-k3', 'other3'), await works('other-k3', 'third3')]).toEqual([true, false])
    expect([told(unread.receipt.left), (await run()).carried.wasDone]).toEqual([
      expect.arrayContaining([[13, 'keysUnreadable']]),
      true,
    ])
    inShowdoc('delete from item_token where id = 50')
    await run()
    expect(await works('other-k9', 'other9')).toBe(false)
    expect([await works('other-k3', 'other3'), await works('other-k3', 'third3')]).toEqual([false, true])
  })
})
