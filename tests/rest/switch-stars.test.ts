import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { NO_PREFERENCES } from '#core/account/preferences.ts'
import { MOST_STARS } from '#core/start/star.ts'
import { describeShowdocs, expectedOf, layShowdoc, showdocFolder, SHOWDOC_VERSIONS } from '#tests/support/showdoc.ts'
import type { Browser } from './harness.ts'
import { emptySite, movedSite } from './moved-site.ts'
import { PLACES, runFrom, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

const STARRED_SHOWDOC = `
  create table user (uid integer primary key, username text, password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer, is_del int default 0, addtime int);
  create table page (page_id integer primary key, item_id integer, page_title text, page_content text);
  create table item_sort (id integer primary key, uid int, item_sort_data text, addtime int, item_group_id int);
  create table item_star (id integer primary key, uid int, item_id int, s_number int, created_at text, updated_at text);
  insert into user values (1, 'root', '', 1), (2, 'ann', '', 2), (3, 'tom', '', 2);
  insert into item values (5, 'Orders', 2, 0, 1600000000), (6, 'Stock', 2, 0, 1600000001), (7, 'Returns', 2, 0, 1600000002),
    (8, 'Gone', 2, 1, 1600000003);
  insert into page values (30, 5, 'List', 'of orders'), (31, 6, 'Count', 'of stock');
  insert into item_star values (1, 2, 5, 0, '2026-11-22 14:13:11', ''), (2, 2, 6, 0, '2026-11-22 14:13:11', ''),
    (3, 2, 7, 0, '2026-11-20 08:00:00', ''), (4, 3, 6, 2, '2026-11-22 14:13:11', ''), (5, 3, 5, 1, '2026-11-01 10:00:00', ''),
    (6, 9, 5, 0, '', ''), (7, 2, 8, 0, '', ''), (8, 2, 99, 0, '', ''), (9, 2, 5, 0, '', ''), (10, 1, 7, 0, '', '');
  create table item_top (id integer primary key, item_id int, uid int, addtime int);
  insert into item_top values (1, 6, 2, 1600000000), (2, 5, 1, 1600000000), (3, 5, 1, 1600000000), (4, 99, 2, 1600000000),
    (5, 5, 9, 1600000000);
  insert into item_sort values (1, 2, '{"7":1,"6":2,"5":3}', 1600000000, -1);`

describeShowdocs(
  SHOWDOC_VERSIONS.filter((version) => (expectedOf(version).table_counts['item_star'] ?? 0) > 0),
  'stars of people of ShowDoc %s',
  (version) => {
    it('become their stars here', async () => {
      const site = await movedSite(showdocFolder(version))
      onTestFinished(() => site.close(), 60_000)

      const star = site.receipt.tables.find(({ name }) => name === 'item_star')

      expect(star).toMatchObject({ read: 3, carried: 3, kept: 0, left: 0, reason: null })
      const { items } = expectedOf(version)
      const idOf = (name: string) => items.find((item) => item.name.startsWith(name))?.item_id ?? 0
      const [orders, handbook] = [idOf('红隼订单中心'), idOf('运维手册')]
      for (const [username, starred] of [
        ['wangmin', [orders, handbook]],
        ['陈立', [orders]],
        ['fern', []],
      ] as const) {
        const browser = site.browser()
        const { password = '' } = expectedOf(version).users.find((user) => user.username === username) ?? {}
        await browser.logIn(username, password)
        expect([username, await starsOf(browser)]).toEqual([username, starred])
      }
    }, 240_000)
  },
)

describe.each(PLACES)('stars of a ShowDoc (%s)', (place) => {
  let site: SiteOfMoves
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: STARRED_SHOWDOC, isInto: true })
  })
  afterAll(() => site.close(), 60_000)
  const run = () => site.run()
  const inShowdoc = (statements: string): void => site.inShowdoc(statements)
  const keptOf = async (userId: number) =>
    (await site.application.product.database.documents.collection('start.star').newest({ userId }, MOST_STARS)).map(
      ({ itemId }) => itemId,
    )

  it('come in the order in which ShowDoc shows them, and every other row is told of', async () => {
    const { receipt } = await run()

    expect(receipt.isWhole).toBe(true)
    // What was pinned comes first, whether it was starred as well or not.
    expect(await keptOf(2)).toEqual([6, 7, 5])
    expect(await keptOf(3)).toEqual([5, 6])
    expect(await keptOf(1)).toEqual([5, 7])
    const table = receipt.tables.find(({ name }) => name === 'item_star')
    expect(table).toMatchObject({ read: 10, carried: 7, kept: 0, left: 3 })
    const left = receipt.left.filter((finding) => finding.table === 'item_star')
    expect(left.map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b))).toEqual([6, 8, 9])
    expect(receipt.tables.find(({ name }) => name === 'item_sort')).toMatchObject({ carried: 1, left: 0 })
    expect(receipt.tables.find(({ name }) => name === 'item_top')).toMatchObject({ read: 5, carried: 1, left: 4 })
    expect(receipt.left.filter((finding) => finding.table === 'item_top')).toEqual([
      { table: 'item_top', id: 1, reason: 'pinnedAndStarred' },
      { table: 'item_top', id: 3, reason: 'pinnedAlready' },
      { table: 'item_top', id: 4, reason: 'itemGone' },
      { table: 'item_top', id: 5, reason: 'accountGone' },
    ])
  })

  it('come once: nothing is written again, and what was taken away here stays away', async () => {
    expect((await run()).carried.wasDone).toBe(true)
    await site.application.product.database.documents.collection('start.star').deleteKeys(['2:item:6'])

    const again = await run()

    expect(again.carried.wasDone).toBe(true)
    expect(await keptOf(2)).toEqual([7, 5])
    expect(again.receipt.isWhole).toBe(true)
    expect(again.receipt.tables.find(({ name }) => name === 'item_star')).toMatchObject({ carried: 6, left: 4 })
    expect(again.receipt.left).toContainEqual({
      ...{ table: 'item_star', id: 2, reason: 'removedWithItemSince' },
    })
  })

  it('follow what is starred in ShowDoc later, also under the number of one that was taken away there', async () => {
    inShowdoc(`delete from item_star where id = 10;
      insert into item_star values (10, 1, 5, 0, '2026-11-23 08:00:00', '');`)

    const { receipt, carried } = await run()

    expect([receipt.isWhole, carried.wasDone]).toEqual([true, false])
    expect(await keptOf(1)).toContain(5)
    expect((await run()).carried.wasDone).toBe(true)
  })
})

it.each([2, 0])(
  'puts the stars of a ShowDoc behind those that people have here already, with room for %d',
  async (room) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-stars-into-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    layShowdoc(folder, `${STARRED_SHOWDOC} delete from item_star where id = 2;`)
    const application = await emptySite()
    onTestFinished(() => application.close(), 60_000)
    const { users, items, documents } = application.product.database
    const now = new Date()
    const ann = await users.insert({
      ...{ username: 'Ann', name: '', email: null, isAdmin: true, isEmailVerified: false, isSwitchedOff: false },
      ...{ hasSecondFactor: false, mustChangePassword: false, passwordHash: null, registeredAt: now },
      ...{ lastLoginAt: null, ...NO_PREFERENCES },
    })
    const plain = {
      ...{
        name: 'Here',
        description: '',
        type: 'regular' as const,
        ownerId: ann.id,
        visitPassword: null,
        domain: null,
      },
      ...{ visitGeneration: 0, isMembersOnly: false, isArchived: false, createdAt: now, updatedAt: now },
      globalParams: { query: [], body: [], header: [] },
    }
    const own = []
    for (let at = 0; at < 9; at += 1) own.push(await items.insert(plain))
    const collection = documents.collection('start.star')
    const ownId = own[4]?.id ?? 0
    await collection.putAll(
      Array.from({ length: MOST_STARS - room }, (_, at) => ({
        ...{ key: at === 0 ? `${ann.id}:item:${ownId}` : `${ann.id}:filled:${at}`, userId: ann.id, itemId: ownId },
        ...{ at: now, data: { kind: 'item' } },
      })),
    )

    const { receipt, carried } = await runFrom(folder, { application, isInto: true })

    expect(receipt.isWhole).toBe(true)
    const idHere = (id: number) => carried.arrangement.idsHere.get('item')?.get(id)
    expect(idHere(5)).not.toBe(5)
    const list = await collection.newest({ userId: ann.id }, MOST_STARS)
    expect(list.slice(MOST_STARS - room).map(({ itemId }) => itemId)).toEqual([idHere(6), idHere(7)].slice(0, room))
    expect(list[0]?.itemId).toBe(ownId)
    const full = receipt.left.filter(({ reason }) => reason === 'starsFull')
    expect(full).toContainEqual(expect.objectContaining({ table: 'item_star', id: 1 }))
    const rowOf = ({ table, id }: (typeof full)[number]): string => `${table} ${id}`
    expect(full.some(({ table }) => table === 'item_top')).toBe(room === 0)
    const changed = new Set(receipt.changed.map(rowOf))
    expect(receipt.left.filter((finding) => changed.has(rowOf(finding)) && finding.table === 'item_top')).toEqual([])
  },
  120_000,
)

const starsOf = async (browser: Browser): Promise<readonly number[]> => {
  const { data } = await browser.post('star/list')
  const { items } = data as unknown as { readonly items: readonly { readonly item_id: string }[] }
  return items.map(({ item_id }) => Number(item_id))
}
