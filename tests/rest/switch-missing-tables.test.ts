import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receiptPage } from '#server/switch/receipt-page.ts'
import type { Receipt } from '#server/switch/receipt.ts'
import { LEAST_TABLES, madeShowdoc, showdocHash } from '#tests/support/showdoc.ts'
import { openShowdoc } from '#server/switch/look.ts'
import { pagesOpenTo, PLACES, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

const SHOWDOC = `
  ${LEAST_TABLES}
  create table catalog (cat_id integer primary key, item_id int, parent_cat_id int, cat_name text, s_number int);
  insert into user values (1, 'ann', '${showdocHash('birch')}');
  insert into item values (5, 'Orders', 1);
  insert into catalog values (20, 5, 0, 'First', 1);
  insert into page values (30, 5, 'Create', 'text');`

describe.each(PLACES)('a ShowDoc without tables that others have (%s)', (place) => {
  let site: SiteOfMoves
  let receipt: Receipt
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
    receipt = (await site.run()).receipt
  }, 240_000)
  afterAll(() => site.close(), 60_000)

  it('moves in as if they were empty, and the receipt names them', async () => {
    expect(receipt.isWhole).toBe(true)
    expect(receipt.missing).toEqual(expect.arrayContaining(['page_history', 'item_member', 'team', 'options']))
    expect(receipt.missing).not.toContain('catalog')
    const page = receiptPage(receipt, 'en')
    expect(page).toMatch(/does not have, which count as empty: page_history, recycle, item_member, /)
    expect(page).toMatch(/此 ShowDoc 中没有以下数据表，按空表处理：page_history, recycle, item_member, /)
    expect(await pagesOpenTo(site, ['ann', 'birch'], [30])).toEqual([30])
  })
})

it.each([
  ['page', 'alter table page drop column item_id'],
  ['page_history', 'create table page_history (page_history_id integer primary key, page_content text)'],
])('a table %s that does not say what its rows belong to is refused with words', async (table, change) => {
  const { folder } = await madeShowdoc(`${LEAST_TABLES} ${change}`)

  await expect(openShowdoc(folder)).rejects.toMatchObject({
    name: 'ShowdocRefusal',
    message: expect.stringContaining(`no table ${table} as ShowDoc makes it`) as unknown,
  })
})
