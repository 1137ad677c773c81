import { expect, it, onTestFinished } from 'vitest'
import { showdocHash } from '#tests/support/showdoc.ts'
import { PLACES, type Place, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

const TWO = `
  create table user (uid integer primary key, username text, password text);
  create table item (item_id integer primary key, item_name text, uid integer, item_domain text default '', is_del int);
  create table page (page_id integer primary key, item_id integer, page_title text, page_content text, is_del int default 0);
  create table mock (id integer primary key, uid int, page_id int, item_id int, path text, template text, unique_key text,
    addtime text);
  insert into user values (1, 'ann', '${showdocHash('birch')}');
  insert into item values (2, 'Deleted', 1, 'docs', 1), (3, 'First', 1, 'docs', 0), (4, 'Second', 1, 'DOCS', 0);
  insert into page (page_id, item_id, page_title, page_content) values (30, 4, 'Deleted here', 'x'), (31, 4, 'Lives', 'x');`

it.each(PLACES)(
  'gives a domain to the item that has it in ShowDoc, whichever comes first (%s)',
  async (place) => {
    const { application, run } = await started(place)
    const { items } = application.product.database

    const one = await run(4)
    expect(await items.byDomain('docs')).toBeNull()
    expect(one.receipt.changed).toContainEqual(expect.objectContaining({ table: 'item', id: 4, reason: 'domainTaken' }))
    const all = await run()

    expect(await items.byDomain('docs')).toBe(3)
    expect([all.receipt.isWhole, (await run()).carried.wasDone]).toEqual([true, true])
  },
  120_000,
)

it.each(PLACES)(
  'puts no mock of ShowDoc over one that was deleted here with its page or item (%s)',
  async (place) => {
    const { application, browser, run, inShowdoc } = await started(place)
    await run(4)
    const ann = browser()
    await ann.logIn('ann', 'birch')
    for (const page_id of [30, 31]) {
      const mine = { page_id, path: `/mine/${page_id}`, template: '{"of":"here"}' }
      expect((await ann.post('mock/add', mine)).error_code).toBe(0)
    }
    expect((await ann.post('page/delete', { page_id: 30 })).error_code).toBe(0)
    const { items } = application.product.database
    await items.recycle(4, 1, new Date())
    inShowdoc(`update item set is_del = 1 where item_id = 4;
    insert into mock values (1, 1, 30, 4, '/there/30', '{"of":"there"}', 'mmmm', '2020-09-13 20:26:40'),
      (2, 1, 31, 4, '/there/31', '{"of":"there"}', 'nnnn', '2020-09-13 20:26:40');`)
    const told = async () => {
      const { receipt } = await run()
      expect(receipt.isWhole).toBe(true)
      return receipt.left.flatMap(({ table, reason }) => (table === 'mock' ? [reason] : []))
    }
    const answer = async (at: string) => (await browser().get(`/mock-path/4&path=${at}`)).body

    expect(await told()).toEqual(['itemInBinHere', 'itemInBinHere'])
    await items.recover(4)
    expect(await told()).toEqual(['refused', 'refused'])
    expect((await ann.post('recycle/recover', { item_id: 4, page_id: 30 })).error_code).toBe(0)
    expect([await answer('/mine/30'), await answer('/mine/31')]).toEqual(['{"of":"here"}', '{"of":"here"}'])
  },
  120_000,
)

async function started(place: Place): Promise<SiteOfMoves> {
  const site = await siteOfMoves(place, { statements: TWO })
  onTestFinished(() => site.close(), 60_000)
  return site
}
