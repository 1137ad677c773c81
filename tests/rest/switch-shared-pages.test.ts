import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestOfKey } from '#core/page/link.ts'
import type { Finding } from '#server/switch/plan/findings.ts'
import { LEAST_TABLES, showdocHash } from '#tests/support/showdoc.ts'
import { PLACES, type SiteOfMoves, siteOfMoves, linkOpens } from './site-of-moves.ts'

const PAGES = Array.from({ length: 12 }, (_, at) => 30 + at)
const SHARED = `${LEAST_TABLES}
  create table single_page (id integer primary key, page_id integer, unique_key text);
  insert into user values (1, 'ann', '${showdocHash('birch')}');
  insert into item values (3, 'One', 1), (4, 'Two', 1);
  insert into page values ${PAGES.map((id) => `(${id}, ${id % 2 ? 4 : 3}, 'Page ${id}', 'x')`).join(', ')};
  insert into single_page values (1, 30, 'l30'), (2, 31, 'l31'), (3, 32, 'l32'), (4, 33, 'l33'), (5, 34, 'l34');`

describe.each(PLACES)('links of pages between two runs of a move (%s)', (place) => {
  let site: SiteOfMoves
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHARED })
  })
  afterAll(() => site.close(), 60_000)

  const inShowdoc = (statements: string): void => site.inShowdoc(statements)
  const run = (only?: number) => site.run(only)
  const isOpen = (key: string) => linkOpens(site.browser(), key)
  const open = async (...keys: readonly string[]): Promise<readonly string[]> => {
    const found: string[] = []
    for (const key of keys) if (await isOpen(key)) found.push(key)
    return found
  }
  const told = (of: readonly Finding[]) =>
    of
      .flatMap(({ table, id, reason }) => (table === 'single_page' ? [[Number(id), reason] as const] : []))
      .toSorted(([a], [b]) => a - b)
  const noted = (id: number, note: string) =>
    site.application.carrying.carry((rows) => rows.records(1).noteOther('single_page', new Map([[id, note]])))

  it('end with one item for it alone, although its page is gone there, and whatever has the number of their row', async () => {
    await run()
    inShowdoc(`delete from single_page where id in (1, 2, 3); delete from page where page_id = 30;
      insert into single_page values (2, 36, 'l36');`)

    const ofOne = await run(4)
    expect(await open('l30', 'l31', 'l32', 'l33', 'l36')).toEqual(['l30', 'l32', 'l33'])
    expect(told(ofOne.receipt.changed)).toEqual([[2, 'linkEndedThere']])
    const ofAll = await run()

    expect(await open('l30', 'l31', 'l32', 'l33', 'l36')).toEqual(['l33', 'l36'])
    expect(told(ofAll.receipt.changed)).toEqual([
      [1, 'linkEndedThere'],
      [3, 'linkEndedThere'],
    ])
    inShowdoc(
      `update single_page set page_id = 33, unique_key = 'other33' where id = 2; delete from single_page where id = 4`,
    )
    const ofOther = await run(4)
    expect(await open('l33', 'l36', 'other33')).toEqual(['other33'])
    expect(told(ofOther.receipt.changed)).toEqual([
      [2, 'linkEndedThere'],
      [4, 'linkEndedThere'],
    ])
    const again = await run()
    expect([again.carried.wasDone, again.receipt.isWhole, told(again.receipt.left)]).toEqual([true, true, []])
  })

  it('end only where it is known which one came, and the receipt tells of the others', async () => {
    inShowdoc(`insert into single_page values (11, 37, 'l37'), (12, 38, 'l38'), (13, 39, 'l39'), (14, 40, 'l40');`)
    await run()
    for (const id of [11, 12, 13]) await noted(id, 'came')
    await noted(14, `40 ${digestOfKey(site.application.product.services, 'l40')}`)
    inShowdoc(`update single_page set unique_key = 'other38' where id = 12;
      delete from single_page where id in (13, 14);`)

    const first = await run()

    expect(await open('l37', 'l38', 'other38', 'l39', 'l40')).toEqual(['l37', 'l38', 'l39'])
    expect([told(first.receipt.changed), told(first.receipt.kept), told(first.receipt.left)]).toEqual([
      [[14, 'linkEndedThere']],
      [[13, 'linkOfOlderGone']],
      [[12, 'linkOfOlder']],
    ])
    expect([first.receipt.isWhole, (await run()).carried.wasDone]).toEqual([true, true])
    // By then it is known which one it is.
    inShowdoc('delete from single_page where id = 11')
    await run()
    expect(await isOpen('l37')).toBe(false)
  })

  it('do not come where somebody shared or changed the page here, and the receipt tells why', async () => {
    const ann = site.browser()
    await ann.logIn('ann', 'birch')
    const { unique_key: own } = (await ann.post('page/createSinglePage', { page_id: 41, isCreateSiglePage: 1 })).data
    const edited = (await ann.post('page/info', { page_id: 35 })).data
    await ann.post('page/save', { ...edited, page_content: 'changed here' })
    await ann.post('page/delete', { page_id: 34 })
    inShowdoc(`insert into single_page values (21, 41, 'l41'), (22, 35, 'l35');`)

    for (const wasDone of [false, true]) {
      const { carried, receipt } = await run()

      expect(await open('l34', 'l35', 'l41', String(own))).toEqual([own])
      const left = receipt.left.filter(({ table }) => table === 'single_page')
      expect(left.map(({ id, reason, values }) => [id, reason, values])).toEqual(
        expect.arrayContaining([
          [5, 'removedSince', { page: 34 }],
          [21, 'sharedHere', { page: 41 }],
          [22, 'linkOfKeptPage', { page: 35 }],
        ]),
      )
      const table = receipt.tables.find(({ name }) => name === 'single_page')
      expect(table).toMatchObject({ left: left.length, carried: (table?.read ?? 0) - left.length })
      expect([receipt.isWhole, carried.wasDone]).toEqual([true, wasDone])
    }
    await ann.post('page/createSinglePage', { page_id: 41, isCreateSiglePage: 0 })
    expect((await run()).carried.wasDone).toBe(true)
    expect(await open('l41', String(own))).toEqual([])
  })
})
