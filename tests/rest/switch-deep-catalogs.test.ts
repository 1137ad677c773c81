import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CATALOG_AND_PAGE_TABLES, USER_AND_ITEM_TABLES } from '#tests/support/showdoc-tables.ts'
import { dataOf } from './replies.ts'
import { PLACES, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

const KEY = { api_key: 'key-of-5', api_token: 'token-of-5' }
const SHOWDOC = `
  ${USER_AND_ITEM_TABLES} ${CATALOG_AND_PAGE_TABLES}
  create table item_token (id integer primary key, item_id int, api_key text, api_token text);
  insert into user values (1, 'root', '', 1);
  insert into item (item_id, item_name, uid) values (5, 'Orders', 1);
  insert into catalog values (21, 5, 0, 'A', 1), (22, 5, 21, 'B', 1), (23, 5, 22, 'C', 1), (24, 5, 23, 'D', 1),
    (25, 5, 24, 'E', 1);
  insert into page (page_id, item_id, cat_id, page_title, page_content, author_uid) values
    (34, 5, 24, 'Report', 'of D', 1), (35, 5, 25, 'Report', 'of E', 1), (36, 5, 25, 'orders', 'x', 1),
    (37, 5, 25, 'Cancel', 'x', 1);
  insert into item_token values (1, 5, '${KEY.api_key}', '${KEY.api_token}');`

describe.each(PLACES)('programs that write into catalogs of a ShowDoc below the third level (%s)', (place) => {
  let site: SiteOfMoves
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
    expect((await site.run()).receipt.isWhole).toBe(true)
  }, 240_000)
  afterAll(() => site.close(), 60_000)
  const textOf = async (id: number) =>
    (await site.application.product.database.pages.byIds(5, [id]))[0]?.content ?? null
  const state = async () => {
    const { catalogs, pages } = site.application.product.database
    return [(await catalogs.ofItem(5)).length, (await pages.headsOf(5)).length]
  }

  it('go on writing the pages there by the same paths', async () => {
    const program = site.browser()
    const page = { ...KEY, page_title: 'Report', page_content: 'pushed' }

    expect(await dataOf(program, 'item/updateByApi', { ...page, cat_name: 'A/B/C/D' })).toMatchObject({ page_id: 34 })
    const below = { ...page, cat_name: 'A/B/C/D', cat_name_sub: 'E' }
    expect(await dataOf(program, 'item/updateByApi', below)).toMatchObject({ page_id: 35 })
    await dataOf(program, 'open/updateDbItem', {
      ...{ ...KEY, cat_name: 'A/B/C/D/E', table_info: 'name\tcomment\norders\tOrders' },
      table_detail: 'table\tcolumn\norders\tid\tNULL\tNO\tbigint\t',
    })
    const content = '/** showdoc\n@catalog A/B/C/D/E\n@title Cancel\n@method post */'
    await dataOf(program, 'open/fromComments', { ...KEY, content })

    expect([await textOf(34), await textOf(35)]).toEqual(['pushed', 'pushed'])
    expect([await textOf(36), await textOf(37)]).toEqual([
      expect.stringContaining('bigint'),
      expect.stringContaining('post'),
    ])
    expect(await state()).toEqual([5, 4])
  })

  it('make no others there', async () => {
    const page = { ...KEY, page_title: 'Report', page_content: 'pushed', cat_name: 'A/B/C/New' }

    expect((await site.browser().post('item/updateByApi', page)).error_code).toBe(10411)

    expect(await state()).toEqual([5, 4])
  })
})
