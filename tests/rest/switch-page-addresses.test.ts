import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '#core/language.ts'
import { receiptPage } from '#server/switch/receipt-page.ts'
import { showdocHash } from '#tests/support/showdoc.ts'
import { CATALOG_AND_PAGE_TABLES, USER_AND_ITEM_TABLES } from '#tests/support/showdoc-tables.ts'
import { emptySite } from './moved-site.ts'
import { PLACES, runFrom, type Run, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

/** Page 32 was moved from item 5 to item 6, whose address some links do not name; there is no item 424242. */
const TEXT = [
  '[same](/web/#/5/31) [domain](/web/#/orders/31) [alone](/web/#/page/32) [moved](/web/#/5/32)',
  '[moved](/web/#/orders?page_id=32) [script](/index.php?s=/5&page_id=32) [closed](/web/#/5/34)',
  '[no item](/web/#/424242/31) [no domain](/web/#/nobody/31) [deleted](/web/#/7/31) [no page](/web/#/5/99)',
].join('\n')
const BROKEN = ['/web/#/424242/31', '/web/#/nobody/31', '/web/#/7/31', '/web/#/5/99']
const SHOWDOC = `
  ${USER_AND_ITEM_TABLES}
  ${CATALOG_AND_PAGE_TABLES}
  insert into user values (1, 'ann', '${showdocHash('birch')}', 1);
  insert into item (item_id, item_name, uid, addtime, password, item_domain, is_del) values
    (5, 'Orders', 1, 1600000000, '', 'orders', 0), (6, 'Stock', 1, 1600000000, '', '', 0),
    (7, 'Deleted', 1, 1600000000, '', '', 1), (8, 'Closed', 1, 1600000000, 'rowan', '', 0);
  insert into page (page_id, item_id, page_title, page_content, author_uid, addtime) values
    (30, 5, 'Links', '${TEXT.replaceAll('&', '&amp;')}', 1, 1600000100), (31, 5, 'Target', 'x', 1, 1600000100),
    (32, 6, 'Moved', 'x', 1, 1600000100), (34, 8, 'Moved and closed', 'x', 1, 1600000100);`

describe.each(PLACES)('addresses of pages below those of items of a ShowDoc (%s)', (place) => {
  let site: SiteOfMoves
  let run: Run
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
    run = await site.run()
  }, 240_000)
  afterAll(() => site.close(), 60_000)

  it('led nowhere already where the item is not there, and the receipt counts them so', () => {
    const { links, isWhole } = run.receipt

    expect(links.brokenBefore.map(({ address }) => address)).toEqual(BROKEN)
    expect([isWhole, links.followed, links.broken]).toEqual([true, 11, []])
    const page = receiptPage(run.receipt, 'en')
    expect(page).toContain('Links within the site: 11 followed; 7 lead to what they led to in ShowDoc; 4 led nowhere')
    expect(page).toContain('站内链接：检查 11 个；其中 7 个指向的内容与在 ShowDoc 中相同；另有 4 个在 ShowDoc 中已失效')
    for (const language of LANGUAGES) expect(page).toContain(`<main lang="${language}">`)
  })

  it('lead to a page that was moved into another item, for whoever may read it', async () => {
    const visitor = site.browser()
    const ann = site.browser()
    await ann.logIn('ann', 'birch')
    const ledTo = async (browser: typeof ann, path: string) =>
      (await browser.get(`/web/here?path=${encodeURIComponent(path)}`)).headers.location

    expect((await visitor.get('/web/former-address.js')).body).toContain('/web/here?path=')
    expect(await ledTo(visitor, '/5/32')).toBe('/6/32')
    expect(await ledTo(visitor, '/orders/32#part')).toBe('/6/32#part')
    expect((await visitor.get('/index.php?s=/5&page_id=32')).headers.location).toBe('/6/32')
    expect([await ledTo(visitor, '/5/31'), await ledTo(visitor, '/orders/31')]).toEqual(['/5/31', '/orders/31'])
    expect([await ledTo(visitor, '/5/34'), await ledTo(ann, '/5/34')]).toEqual(['/5/34', '/8/34'])
    expect(await ledTo(visitor, '/5?page_id=32')).toBe('/6/32')
    expect(await ledTo(visitor, '/orders?keyword=a&page_id=32#part')).toBe('/6/32?keyword=a#part')
    expect(await ledTo(visitor, '/5?page_id=31')).toBe('/5?page_id=31')
    const gate = '/item/password/8?page_id=34&redirect=%2F8'
    expect([await ledTo(visitor, gate), await ledTo(ann, gate)]).toEqual([gate, '/8/34'])
    expect(await ledTo(ann, '/item/password/0?page_id=34')).toBe('/8/34')
    expect([await ledTo(ann, '/catalog/32'), await ledTo(ann, '/page/32')]).toEqual(['/catalog/32', '/page/32'])
  })

  it('are not rewritten where they led nowhere, and name the item of the page otherwise', async () => {
    const application = await emptySite()
    try {
      const links = { choice: 'rewrite' as const, hosts: [], address: null }

      const { receipt } = await runFrom(site.folder, { application, links })

      const [page] = await application.product.database.pages.byIds(5, [30])
      expect(page?.content.split('\n')[0]).toBe('[same](/5/31) [domain](/5/31) [alone](/6/32) [moved](/6/32)')
      for (const address of BROKEN.filter((each) => each !== '/web/#/7/31')) expect(page?.content).toContain(address)
      expect([receipt.isWhole, receipt.links.broken]).toEqual([true, []])
    } finally {
      await application.close()
    }
  })
})
