import { describe, expect, it, onTestFinished } from 'vitest'
import { newUser } from '#core/account/registration.ts'
import { PLACES, siteOfMoves, type SiteOfMoves } from './site-of-moves.ts'

const items = (from: number, to: number): string =>
  `insert into item values ${Array.from(
    { length: to - from + 1 },
    (_, at) => `(${from + at}, 'Item ${from + at}', 1, ${1_600_000_000 + from + at})`,
  ).join(', ')};`
const SHOWDOC = `
  create table user (uid integer primary key, username text, password text);
  create table item (item_id integer primary key, item_name text, uid integer, addtime int);
  create table page (page_id integer primary key, item_id integer, page_title text, page_content text);
  insert into user values (1, 'ann', ''); ${items(1, 10)}`

describe.each(PLACES)('a ShowDoc of which most items that came first were deleted for good (%s)', (place) => {
  const begun = async (isInto: boolean): Promise<SiteOfMoves> => {
    const site = await siteOfMoves(place, { statements: SHOWDOC, isInto })
    onTestFinished(() => site.close(), 60_000)
    if (isInto) {
      const { database: store, services } = site.application.product
      await store.users.insert(await newUser({ store, services }, { username: 'here', password: 'a long birch walk' }))
    }
    await site.run()
    return site
  }
  const counted = async ({ application }: SiteOfMoves): Promise<number> =>
    (await application.carrying.carry((rows) => rows.idsOf('item'))).length

  it.each([false, true])('is the same by the items that came later (beside content: %s)', async (isInto) => {
    const site = await begun(isInto)
    site.inShowdoc(items(11, 40))
    await site.run()
    site.inShowdoc(`delete from item where item_id <= 10; ${items(41, 60)}`)

    const { carried } = await site.run()

    expect([carried.arrangement.source.number, await counted(site)]).toEqual([1, 60])
  })

  it('is the same by the few that are left, beside many that are new', async () => {
    const site = await begun(true)
    site.inShowdoc(`delete from item where item_id <= 8; ${items(11, 30)}`)

    const { carried } = await site.run()

    expect([carried.arrangement.source.number, await counted(site)]).toEqual([1, 30])
  })

  it('is another one where a number is that of another item', async () => {
    const site = await begun(true)
    site.inShowdoc(`delete from item where item_id <= 8; insert into item values (8, 'Other', 1, 1700000000)`)

    const { carried } = await site.run()

    expect(carried.arrangement.source.number).toBe(2)
  })
})
