import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSettings } from '#core/settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import { showdocHash } from '#tests/support/showdoc.ts'
import { CATALOG_AND_PAGE_TABLES, USER_AND_ITEM_TABLES } from '#tests/support/showdoc-tables.ts'
import { PLACES, type Run, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

/** Ann has written 2.1 MB in one item, Tom next to nothing in another. */
const SHOWDOC = `
  ${USER_AND_ITEM_TABLES} ${CATALOG_AND_PAGE_TABLES}
  insert into user values (1, 'root', '', 1), (2, 'ann', '', 2), (3, 'tom', '', 2);
  update user set password = '${showdocHash('birch')}';
  insert into item (item_id, item_name, uid) values (5, 'Large', 2), (6, 'Small', 3);
  with recursive n (i) as (select 0 union all select i + 1 from n where i < 2)
  insert into page (page_id, item_id, page_title, page_content, author_uid, addtime)
    select 30 + i, 5, 'Page ' || i, printf('%.*c', 700000, 'x'), 2, 1600000100 from n;
  insert into page (page_id, item_id, page_title, page_content, author_uid) values (40, 6, 'Page', 'x', 3);`

describe.each(PLACES)('people and items of a ShowDoc with more text than the site gives everybody (%s)', (place) => {
  let site: SiteOfMoves
  let run: Run
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
    const limits = { textMegabytesPerPerson: 1, textMegabytesPerItem: 2 }
    await site.application.carrying.carry((rows) => writeSettings(rows.store, siteSettings, limits))
    run = await site.run()
  }, 240_000)
  afterAll(() => site.close(), 60_000)
  const quotaOf = async (kind: 'person' | 'item', id: number) =>
    (await site.application.product.database.space.quotaOf({ kind, id })).textMegabytes
  const told = ({ receipt }: Run) =>
    receipt.changed
      .filter(({ reason }) => reason.startsWith('texts'))
      .map(({ table, reason, values }) => [table, reason, values])

  it('go on writing, with as much room beside it as everybody has, and the receipt tells', async () => {
    const ann = site.browser()
    await ann.logIn('ann', 'birch')

    expect((await ann.post('page/save', { page_id: 30, page_content: 'changed' })).error_code).toBe(0)
    expect(await Promise.all([quotaOf('person', 2), quotaOf('item', 5)])).toEqual([4, 5])
    expect(await Promise.all([quotaOf('person', 3), quotaOf('item', 6)])).toEqual([null, null])
    expect(told(run)).toEqual([
      ['user', 'textsLarge', { used: 3, limit: 1, given: 4 }],
      ['item', 'textsLarge', { used: 3, limit: 2, given: 5 }],
    ])
  })

  it('keep what was decided for them here, and the receipt tells when nothing more fits', async () => {
    await site.application.product.database.space.setQuota(
      { kind: 'person', id: 2 },
      { textMegabytes: 2, fileMegabytes: null },
    )

    const again = await site.run()

    expect([await quotaOf('person', 2), again.carried.wasDone]).toEqual([2, true])
    expect(told(again)).toEqual([
      ['user', 'textsFull', { used: 3, limit: 1, given: 2 }],
      ['item', 'textsLarge', { used: 3, limit: 2, given: 5 }],
    ])
  })
})
