import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LEAST_TABLES, showdocHash } from '#tests/support/showdoc.ts'
import { linkOpens, PLACES, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

const PAST = 1_700_000_000
const FUTURE = 4_000_000_000
const SHOWDOC = `${LEAST_TABLES}
  create table single_page (id integer primary key, page_id integer, unique_key text, expire_time integer);
  insert into user values (1, 'ann', '${showdocHash('birch')}');
  insert into item values (3, 'One', 1);
  insert into page values (30, 3, 'Shorter', 'x'), (31, 3, 'Longer', 'x'), (32, 3, 'For ever', 'x'),
    (33, 3, 'Shared anew here', 'x');
  insert into single_page values (1, 30, 'l30', 0), (2, 31, 'l31', ${FUTURE}), (3, 32, 'l32', ${FUTURE}),
    (4, 33, 'l33', 0);`

describe.each(PLACES)('links of pages whose end changes in ShowDoc after they came (%s)', (place) => {
  let site: SiteOfMoves
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
    await site.run()
  }, 240_000)
  afterAll(() => site.close(), 60_000)
  const isOpen = (key: string) => linkOpens(site.browser(), key)
  const endOf = async (page: number) => (await site.application.product.database.pageLinks.of(page))?.endsAt
  const atSecond = (seconds: number): Date => new Date(seconds * 1000)

  it('end when they do there, and are written once', async () => {
    const ann = site.browser()
    await ann.logIn('ann', 'birch')
    await ann.post('page/createSinglePage', { page_id: 33, isCreateSiglePage: 0 })
    const { data } = await ann.post('page/createSinglePage', { page_id: 33, isCreateSiglePage: 1 })
    expect([await isOpen('l30'), await isOpen('l33')]).toEqual([true, false])
    site.inShowdoc(`update single_page set expire_time = ${PAST} where id in (1, 4);
      update single_page set expire_time = ${FUTURE + 1} where id = 2;
      update single_page set expire_time = 0 where id = 3;`)

    const { carried, receipt } = await site.run()

    expect([await isOpen('l30'), await isOpen('l31'), await isOpen('l32')]).toEqual([false, true, true])
    expect([await endOf(30), await endOf(31), await endOf(32)]).toEqual([atSecond(PAST), atSecond(FUTURE + 1), null])
    expect(await isOpen(data.unique_key)).toBe(true)
    expect(receipt.left.map(({ table, id, reason }) => `${table} ${id} ${reason}`)).toEqual([
      ...['single_page 1 linkEnded', 'single_page 4 linkEnded'],
    ])
    expect([carried.wasDone, receipt.isWhole]).toEqual([false, true])
    expect((await site.run()).carried.wasDone).toBe(true)
  })

  it('open again where ShowDoc lets them last longer', async () => {
    site.inShowdoc(`update single_page set expire_time = ${FUTURE} where id = 1`)

    const { receipt } = await site.run()

    expect([await isOpen('l30'), receipt.isWhole]).toEqual([true, true])
  })
})
