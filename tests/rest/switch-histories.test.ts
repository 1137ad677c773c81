import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newUser } from '#core/account/registration.ts'
import { readSettings, writeSettings } from '#core/settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import type { Receipt } from '#server/switch/receipt.ts'
import { showdocHash } from '#tests/support/showdoc.ts'
import { CATALOG_AND_PAGE_TABLES } from '#tests/support/showdoc-tables.ts'
import { PLACES, siteOfMoves, type SiteOfMoves } from './site-of-moves.ts'

const VERSIONS = 40
const versionsOf = (pageId: number, count: number, from: number): string =>
  `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into page_history select ${from} + i, ${pageId}, 'Page', 'text ' || i, 1, 1600000000 + i, 0 from n;`
const SHOWDOC = `
  create table user (uid integer primary key, username text, password text);
  create table item (item_id integer primary key, item_name text, uid integer, addtime int);
  ${CATALOG_AND_PAGE_TABLES}
  create table page_history (page_history_id integer primary key, page_id int, page_title text, page_content text,
    author_uid int, addtime int, cat_id int default 0);
  create table options (option_id integer primary key, option_name text, option_value text);
  insert into user values (1, 'ann', '${showdocHash('birch')}');
  insert into item values (3, 'One', 1, 1600000000), (4, 'Two', 1, 1600000001);
  insert into page (page_id, item_id, page_title, page_content, author_uid, addtime) values
    (30, 3, 'Page', 'now', 1, 1600001000), (40, 4, 'Page', 'now', 1, 1600001000);
  insert into options values (1, 'history_version_count', '60'), (2, 'beian', 'x');
  ${versionsOf(30, VERSIONS, 100)} ${versionsOf(40, 5, 200)}`

const told = (of: Receipt['kept']): readonly string[] =>
  of.flatMap(({ table, id, reason }) => (table === 'options' && id === 1 ? [reason] : []))

describe.each(PLACES)('the history of a page that comes (%s)', (place) => {
  const keptNow = async ({ application }: SiteOfMoves): Promise<number> =>
    (await readSettings(application.product.database, siteSettings)).historyVersionCount
  const pageNamed = async (site: SiteOfMoves, itemId: number): Promise<number> => {
    const ann = site.browser()
    await ann.logIn('ann', 'birch')
    const { data } = await ann.post('item/info', { item_id: itemId })
    return (data as unknown as { menu: { pages: { page_id: number }[] } }).menu.pages[0]?.page_id ?? 0
  }
  const saved = async (site: SiteOfMoves, pageId: number): Promise<number> => {
    const ann = site.browser()
    await ann.logIn('ann', 'birch')
    const page = { page_id: pageId, page_title: 'Page', page_content: `saved at ${Math.random()}`, is_urlencode: 0 }
    expect((await ann.post('page/save', page)).error_code).toBe(0)
    const { data } = await ann.post('page/history', { page_id: pageId })
    return (data as unknown as readonly object[]).length
  }

  describe('beside what an Octavo has', () => {
    let site: SiteOfMoves
    beforeAll(async () => {
      site = await siteOfMoves(place, { statements: SHOWDOC, isInto: true })
      const { database: store, services } = site.application.product
      await store.users.insert(await newUser({ store, services }, { username: 'here', password: 'a long birch walk' }))
    }, 240_000)
    afterAll(() => site.close(), 60_000)

    it('is not cut by the next save, and the receipt says what the site keeps for it', async () => {
      const { receipt } = await site.run()

      expect(await keptNow(site)).toBe(100)
      expect(told(receipt.changed)).toEqual(['historyCountRaised'])
      expect(told(receipt.left)).toEqual([])
      expect(await saved(site, await pageNamed(site, 3))).toBe(VERSIONS + 1)
    })

    it('is told of again by later runs, which write nothing', async () => {
      await site.run()
      const { receipt, carried } = await site.run()

      expect([carried.wasDone, told(receipt.changed), receipt.isWhole]).toEqual([true, ['historyCountRaised'], true])
    })

    it('is cut where somebody decides so here, which the receipt says', async () => {
      const { database } = site.application.product
      const settings = await readSettings(database, siteSettings)
      await writeSettings(database, siteSettings, { ...settings, historyVersionCount: 30 })

      const { receipt } = await site.run()

      expect([await keptNow(site), told(receipt.kept)]).toEqual([30, ['historyCountStays']])
    })
  })

  it('is not cut after the item came alone, nor once all came, which have the count of ShowDoc then', async () => {
    const site = await siteOfMoves(place, { statements: SHOWDOC })
    onTestFinished(() => site.close(), 60_000)
    const one = await site.run(3)
    expect([await keptNow(site), told(one.receipt.changed)]).toEqual([100, ['historyCountRaised']])
    expect(await saved(site, 30)).toBe(VERSIONS + 1)
    site.inShowdoc(versionsOf(40, 140, 300))

    const { receipt } = await site.run()

    expect([await keptNow(site), told(receipt.kept), told(receipt.changed)]).toEqual([145, [], []])
    expect((await site.run()).carried.wasDone).toBe(true)
  })

  it('leaves the count of a site alone that keeps all of it, and tells where it cannot', async () => {
    const site = await siteOfMoves(place, { statements: SHOWDOC, isInto: true })
    onTestFinished(() => site.close(), 60_000)
    const { database: store, services } = site.application.product
    await store.users.insert(await newUser({ store, services }, { username: 'here', password: 'a long birch walk' }))
    await writeSettings(store, siteSettings, {
      ...(await readSettings(store, siteSettings)),
      historyVersionCount: VERSIONS + 1,
    })
    const first = await site.run()
    expect([await keptNow(site), told(first.receipt.changed)]).toEqual([VERSIONS + 1, []])
    site.inShowdoc(`update options set option_value = '5000' where option_id = 1; ${versionsOf(30, 1_000, 1_000)}`)

    const { receipt } = await site.run()

    expect([await keptNow(site), told(receipt.changed).toSorted()]).toEqual([
      1_000,
      ['historyCountMost', 'historyCountRaised'],
    ])
  })
})
