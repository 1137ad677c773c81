import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenItemId } from '#core/opened-id.ts'
import { earlierImage } from '#tests/support/earlier-database.ts'
import { openDatabase, type OpenDatabase } from './open.ts'
import { indexed } from './search-index.ts'
import { TOKENS } from './search-tokens.ts'

const BEFORE_TEXTS_OF_PAGES = '0013-places-of-drafts'
const ITEM = 1 as OpenItemId
const OWNER = 1

const PAGES = [
  {
    id: 1,
    title: '接口 getUserName',
    content: '查询 user_id 与 userId，见 /api/v1/users?id=7 → "数据库"。',
    isIndexed: true,
  },
  { id: 2, title: '数据字典', content: '| 字段 | 说明 |\n|---|---|\n| order_id | 订单编号 |', isIndexed: true },
  { id: 3, title: '刚保存', content: '订单退款还没有编入索引', isIndexed: false },
  { id: 4, title: '{"sheet":"订单"}', content: '{"rows":[{"cells":[{"text":"退款金额"}]}]}', isIndexed: true },
] as const

/** A database of the previous version, with pages. */
const imageOfBefore = () =>
  earlierImage(BEFORE_TEXTS_OF_PAGES, async (pool) => {
    await pool.query(`insert into "user" (username, name, is_email_verified, is_admin, registered_at)
    values ('olivia', '', false, false, now())`)
    await pool.query(`insert into item (name, description, type, owner_id, visit_generation, is_archived, global_params,
    created_at, updated_at) values ('商城', '', 'regular', ${OWNER}, 1, false, '{}', now(), now())`)
    for (const { title, content, isIndexed } of PAGES) {
      await pool.query(
        `with added as (
         insert into page (item_id, title, content, sort_order, author_id, revision, created_at, saved_at)
         values (${ITEM}, $1, $2, 99, ${OWNER}, 1, now(), now()) returning *
       )
       insert into page_search (page_id, item_id, revision, saved_at, tokens, must_be_read)
       select id, item_id, revision, saved_at, ${TOKENS('$3')}, $3::text is null from added`,
        [title, content, isIndexed ? indexed({ itemId: ITEM, title, content }).tokens : null],
      )
    }
  })

describe('pages that were there before the search knew texts of pages', () => {
  let database: OpenDatabase
  let read: string[]
  beforeAll(async () => {
    read = []
    const texts = {
      arePlain: false,
      async textOf(_: unknown, content: string) {
        read.push(content)
        return content.startsWith('{') ? '退款金额' : null
      },
    }
    database = await openDatabase({ location: { kind: 'memory', image: await imageOfBefore() }, texts })
  })
  afterAll(() => database.close())
  const foundBy = async (...words: readonly string[]) => {
    const scopes = [{ itemId: ITEM, topCatalogIds: null }, { userId: OWNER }] as const
    const [inItem, ofUser] = await Promise.all(scopes.map((scope) => database.search.find(words, scope, 50)))
    const ids = (hits: typeof inItem) => (hits ?? []).map(({ pageId }) => pageId).toSorted((a, b) => a - b)
    expect(ids(ofUser), words.join(' ')).toEqual(ids(inItem))
    return ids(inItem)
  }

  it.each([
    [['数据'], [1, 2]],
    [['据库'], [1]],
    [['订单'], [2, 3, 4]],
    [
      ['订单', '退款'],
      [3, 4],
    ],
    [['编'], [2, 3]],
    [['没有编入'], [3]],
    [['SER_ID'], [1]],
    [['/v1/'], [1]],
    [['数库'], []],
    // In a page that has not been saved since, the markup is found as well.
    [['cells'], [4]],
  ])('are found by %j as before', async (words, ids) => {
    expect(await foundBy(...words)).toEqual(ids)
  })

  it('are found by the pinyin of their titles, once the index has followed', async () => {
    await expect.poll(() => foundBy('sjzd')).toEqual([2])
    expect(await foundBy('shujuzidian')).toEqual([2])
    expect(await foundBy('jiekou', 'getuser')).toEqual([1])
    expect(await foundBy('sjk')).toEqual([])
  })

  it('are read by their kind from their next save on, and found by what that makes of them', async () => {
    const [page] = (await database.pages.ofItem(ITEM)).filter(({ id }) => id === 4)
    if (!page) throw new Error('the page is gone')
    expect(await database.pages.update({ ...page, revision: 2, savedAt: new Date() }, 1)).toBe(true)

    await expect.poll(() => foundBy('cells')).toEqual([])

    expect(await foundBy('金额')).toEqual([4])
    expect(read).not.toContain(PAGES[0].content)
  })
})
