import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { filesElsewhere, formerFiles } from '#core/attachment/former-address.ts'
import { itemKeyCarriers, type ItemKeyCarrier } from '#core/item/carried-key.ts'
import type { ExtensionPoint } from '#core/extension.ts'
import { carry } from '#server/switch/carry.ts'
import { openShowdoc } from '#server/switch/look.ts'
import { receiptOf } from '#server/switch/receipt.ts'
import { LEAST_TABLES, madeShowdoc } from '#tests/support/showdoc.ts'
import { emptySite, movedSite } from './moved-site.ts'
import { keyWorks, runFrom } from './site-of-moves.ts'

const SIGN = '5'.repeat(32)
const ELSEWHERE = '6'.repeat(32)
const API_KEY = 'k'.repeat(32)
const SHARED = 's'.repeat(32)
const PLACE = '2024-01-02/a.txt'
const visited = (sign: string): string => `/server/index.php?s=/api/attachment/visitFile&amp;sign=${sign}`
const ownSign = (name: string): string => name.padEnd(32, '7')

/** One of two ShowDocs with the same keys and file names, as when one began as a copy of the other. */
async function oneOfTwo(name: string, itemId: number): Promise<string> {
  const { folder } = await madeShowdoc(`${LEAST_TABLES}
    create table upload_file (file_id integer primary key, sign text, display_name text, uid integer, page_id integer,
      visit_times integer, addtime integer, real_url text);
    create table single_page (id integer primary key, unique_key text, page_id integer);
    create table item_token (id integer primary key, item_id integer, api_key text, api_token text);
    insert into user values (1, '${name}', '');
    insert into item values (${itemId}, 'Item of ${name}', 1);
    insert into page values (7, ${itemId}, 'Page of ${name}', 'text of ${name}');
    insert into page values (8, ${itemId}, 'Files of ${name}', '${[SIGN, ownSign(name), ELSEWHERE].map(visited).join(' ')}
      /Public/Uploads/${PLACE} /Public/Uploads/in-no-table.txt /Public/Uploads/of-${name}.txt');
    insert into upload_file values (4, '${SIGN}', 'a.txt', 1, 7, 0, 1, '/Public/Uploads/${PLACE}');
    insert into upload_file values (5, '${ELSEWHERE}', 'b.txt', 1, 7, 0, 1, 'https://${name}.example.org/b.txt');
    insert into upload_file values (6, '${ownSign(name)}', 'of.txt', 1, 7, 0, 1, '/Public/Uploads/of-${name}.txt');
    insert into single_page values (1, '${SHARED}', 7);
    insert into item_token values (1, ${itemId}, '${API_KEY}', 'token of ${name}');`)
  await mkdir(path.join(folder, 'Public/Uploads/2024-01-02'), { recursive: true })
  await writeFile(path.join(folder, 'Public/Uploads', PLACE), `file of ${name}`)
  await writeFile(path.join(folder, 'Public/Uploads/in-no-table.txt'), `another file of ${name}`)
  await writeFile(path.join(folder, `Public/Uploads/of-${name}.txt`), `file only of ${name}`)
  return folder
}

it('takes no key, file or address from one that came before, and says what it lacks', async () => {
  const site = await movedSite(await oneOfTwo('ann', 3))
  onTestFinished(() => site.close(), 60_000)
  expect([site.receipt.links.followed, site.receipt.links.broken, site.receipt.isWhole]).toEqual([6, [], true])
  const { application } = site
  const { attachments, documents } = application.product.database
  const second = await oneOfTwo('tom', 9)
  const come = async () => {
    const showdoc = await openShowdoc(second)
    try {
      const carried = await carry({ showdoc, application, isInto: true, say: () => undefined })
      return { carried, receipt: await receiptOf({ showdoc, carried, application }) }
    } finally {
      await showdoc.close()
    }
  }

  for (const wasDone of [false, true]) {
    const { carried, receipt } = await come()

    expect(carried.wasDone).toBe(wasDone)
    expect(receipt.tables.filter((t) => t.carried + t.left + t.kept !== t.read)).toEqual([])
    expect([receipt.pages.differing, receipt.attachments.differing]).toEqual([[], []])
    expect([receipt.links.followed, receipt.links.broken, receipt.links.readdressed]).toEqual([5, [], 4])
    expect(receipt.isWhole).toBe(true)
    expect(receipt.left.map(({ table, id, reason }) => [table, id, reason])).toEqual([
      ['single_page', 1, 'linkKeyTaken'],
      ['item_token', 1, 'keyTaken'],
      ['upload_file', 5, 'otherStorage'],
    ])
    expect(receipt.changed).toContainEqual(
      expect.objectContaining({ table: 'upload_file', id: 4, reason: 'signTaken' }),
    )
    expect(carried.files.map(({ attachment }) => attachment?.bytes)).toEqual(
      ['file of tom', 'file only of tom', 'another file of tom'].map((text) => text.length),
    )
  }

  const browser = site.browser()
  const shared = await browser.post('page/infoByKey', { unique_key: SHARED })
  expect(shared.data).toMatchObject({ page_id: 7, page_content: 'text of ann' })
  const written = { api_key: API_KEY, page_title: 'Pushed', page_content: 'new' }
  expect((await browser.post('item/updateByApi', { ...written, api_token: 'token of ann' })).error_code).toBe(0)
  expect((await browser.post('item/updateByApi', { ...written, api_token: 'token of tom' })).error_code).not.toBe(0)
  expect((await attachments.byToken(SIGN))?.attachment.id).toBe(4)
  expect((await filesElsewhere({ documents }).byKey(ELSEWHERE))?.data.address).toBe('https://ann.example.org/b.txt')
  expect((await formerFiles({ documents }).byKey(PLACE))?.data.token).toBe(SIGN)
}, 240_000)

it('takes no key from an item that lies in the recycle bin, which has it when it is brought back', async () => {
  const site = await movedSite(await oneOfTwo('ann', 3))
  onTestFinished(() => site.close(), 60_000)
  const { application } = site
  const { items, pages } = application.product.database
  await items.recycle(3, 1, new Date())

  const { receipt } = await runFrom(await oneOfTwo('tom', 9), { application, isInto: true })

  expect(receipt.left.map(({ table, reason }) => [table, reason])).toContainEqual(['item_token', 'keyTaken'])
  const pushed = async (token: string) => keyWorks(site.browser(), API_KEY, token)
  expect([await pushed('token of ann'), await pushed('token of tom')]).toEqual([false, false])
  await items.recover(3)
  expect([await pushed('token of ann'), await pushed('token of tom')]).toEqual([true, false])
  expect(await pages.idOf(3, null, 'Pushed')).not.toBeNull()
})

it('counts the key of an item as taken only when every plugin refused it', async () => {
  const { folder } = await madeShowdoc(`${LEAST_TABLES}
    create table item_token (id integer primary key, item_id integer, api_key text, api_token text);
    insert into user values (1, 'ann', '');
    insert into item values (3, 'One', 1), (4, 'Two', 1), (5, 'Three', 1);
    insert into item_token values (1, 3, 'silent', 'a'), (2, 4, 'refused by one', 'b'), (3, 5, 'refused by both', 'c');`)
  const site = await emptySite()
  onTestFinished(() => site.close(), 60_000)
  const refusing =
    (...refused: readonly string[]): ItemKeyCarrier =>
    async (_ctx, key) => {
      const isRefused = refused.includes(key.apiKey)
      // What a plugin does to its key is not seen by the next one.
      Object.assign(key, { apiKey: 'changed' })
      return isRefused ? false : undefined
    }
  const carriers = [refusing('refused by one', 'refused by both'), refusing('refused by both')]
  const { services } = site.product
  const contributed = services.extensions
  vi.spyOn(services, 'extensions').mockImplementation((point: ExtensionPoint<unknown>) =>
    point.id === itemKeyCarriers.id ? carriers : contributed(point),
  )
  const showdoc = await openShowdoc(folder)
  onTestFinished(() => showdoc.close())
  const { plan } = await carry({ showdoc, application: site, say: () => undefined })
  expect(plan.findings.left.map(({ table, id, reason }) => [table, id, reason])).toEqual([
    ['item_token', 3, 'keyTaken'],
  ])
}, 240_000)
