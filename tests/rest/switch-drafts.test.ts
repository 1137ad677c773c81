import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DRAFTS_PER_USER } from '#core/page/kept-draft.ts'
import { carry } from '#server/switch/carry.ts'
import { openShowdoc } from '#server/switch/look.ts'
import { receiptOf, type Receipt } from '#server/switch/receipt.ts'
import { receiptPage } from '#server/switch/receipt-page.ts'
import { showdocHash } from '#tests/support/showdoc.ts'
import { CATALOG_AND_PAGE_TABLES, USER_AND_ITEM_TABLES } from '#tests/support/showdoc-tables.ts'
import { PLACES, unshared, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

/** More than an editor keeps of one person. */
const DRAFTS = DRAFTS_PER_USER + 20
const FIRST = 1_000
const SHOWDOC = `
  ${USER_AND_ITEM_TABLES}
  ${CATALOG_AND_PAGE_TABLES}
  alter table page add column is_draft int default 0;
  insert into user values (1, 'ann', '${showdocHash('birch')}', 1), (2, 'tom', '${showdocHash('oak')}', 2);
  insert into item (item_id, item_name, uid, addtime) values (5, 'Orders', 2, 1600000000);
  insert into page (page_id, item_id, page_title, page_content, author_uid, addtime) values
    (30, 5, 'Published', 'x', 2, 1600000100);
  with recursive n (i) as (select 0 union all select i + 1 from n where i < ${DRAFTS - 1})
  insert into page (page_id, item_id, page_title, page_content, author_uid, addtime, is_draft)
    select ${FIRST} + i, 5, 'Draft ' || i, 'typed &quot;' || i || '&quot; 草稿', 2, 1600000200 + i, 1 from n;`

describe.each(PLACES)('drafts of a ShowDoc (%s)', (place) => {
  let site: SiteOfMoves
  let receipt: Receipt
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
    receipt = (await site.run()).receipt
  }, 240_000)
  afterAll(() => site.close(), 60_000)
  const listed = async () => {
    const tom = site.browser()
    await tom.logIn('tom', 'oak')
    return (await tom.post('page/draftList', { page_id: 0, item_id: 5 })).data as unknown as readonly object[]
  }
  const textOf = async (page: number) =>
    (await site.application.product.database.drafts.byId(2, `showdoc-${page}`))?.content ?? null

  it('are all among those of their author, however many, and all compared', async () => {
    expect(await listed()).toHaveLength(DRAFTS)
    expect([await textOf(FIRST), await textOf(FIRST + DRAFTS - 1)]).toEqual([
      'typed "0" 草稿',
      `typed "${DRAFTS - 1}" 草稿`,
    ])
    expect([receipt.isWhole, receipt.pages.compared]).toEqual([true, 1])
    expect(receipt.drafts).toMatchObject({ compared: DRAFTS, differing: [] })
    expect(receipt.tables.find(({ name }) => name === 'page')).toMatchObject({ read: DRAFTS + 1, carried: DRAFTS + 1 })
    const page = receiptPage(receipt, 'en')
    expect(page).toContain(`Drafts: ${DRAFTS} compared, none differs`)
    expect(page).toContain(`草稿：核对 ${DRAFTS} 篇，全部一致`)
  })

  it('stay when their author goes on writing, who cannot write over one of them', async () => {
    const tom = site.browser()
    await tom.logIn('tom', 'oak')
    const keep = (draft_id: string) =>
      tom.post('page/keepDraft', { draft_id, page_id: 30, page_content: 'new', base_revision: 1, kept_at: 1 })

    expect((await keep('editor-1')).error_code).toBe(0)
    expect((await keep(`showdoc-${FIRST}`)).error_code).not.toBe(0)

    expect(await listed()).toHaveLength(DRAFTS)
    expect(await textOf(FIRST)).toBe('typed "0" 草稿')
  })

  it('that were saved or discarded here are told of, and written no more', async () => {
    const tom = site.browser()
    await tom.logIn('tom', 'oak')
    await tom.post('page/dropDraft', { draft_id: `showdoc-${FIRST}`, kept_at: 2_000_000_000_000 })

    const { carried, receipt: again } = await site.run()

    expect([carried.wasDone, again.isWhole, again.drafts.compared]).toEqual([true, true, DRAFTS - 1])
    expect(again.left).toContainEqual({ table: 'page', id: FIRST, reason: 'draftEnded' })
  })

  it('come as they are in ShowDoc now when they were changed there, once', async () => {
    site.inShowdoc(`update page set page_content = 'typed on', addtime = 1700000000 where page_id = ${FIRST + 1}`)

    const { carried, receipt: again } = await site.run()

    expect([carried.wasDone, again.isWhole, again.drafts.compared]).toEqual([false, true, DRAFTS - 1])
    expect([await textOf(FIRST + 1), await textOf(FIRST + 2)]).toEqual(['typed on', 'typed "2" 草稿'])
    expect((await site.run()).carried.wasDone).toBe(true)
  })

  it('end when they are published in ShowDoc, and are pages', async () => {
    const id = FIRST + 2
    site.inShowdoc(`update page set is_draft = 0, page_content = 'published' where page_id = ${id}`)

    const { receipt: again } = await site.run()

    const [page] = await site.application.product.database.pages.byIds(5, [id])
    expect([page?.content, await textOf(id), again.isWhole]).toEqual(['published', null, true])
    expect(await listed()).not.toContainEqual(expect.objectContaining({ draft_id: `showdoc-${id}` }))
    expect((await site.run()).carried.wasDone).toBe(true)
  })

  it('that are not as in ShowDoc make a receipt that is not whole', async () => {
    const drafts = [2_000, 2_001].map(
      (id) => `insert into page (page_id, item_id, page_title, page_content, author_uid, addtime, is_draft)
        values (${id}, 5, 'Later', 'text', 2, 1600000300, 1)`,
    )
    site.inShowdoc(drafts.join(';'))
    const showdoc = await openShowdoc(site.folder)
    try {
      const application = unshared(site.application)
      const carried = await carry({ showdoc, application, say: () => undefined })
      const { drafts: here } = application.product.database
      const other = (await here.byId(2, 'showdoc-2000')) ?? expect.fail()
      await here.keep({ ...other, content: 'other' }, DRAFTS_PER_USER)
      await here.drop(2, 'showdoc-2001', new Date())

      const found = await receiptOf({ showdoc, carried, application })

      expect([found.isWhole, found.drafts.differing]).toEqual([false, [2_000, 2_001]])
    } finally {
      await showdoc.close()
    }
  })
})
