import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { carry } from '#server/switch/carry.ts'
import { openShowdoc } from '#server/switch/look.ts'
import { receiptPage } from '#server/switch/receipt-page.ts'
import { madeShowdoc, showdocHash } from '#tests/support/showdoc.ts'
import { movedSite } from './moved-site.ts'

const KEY = 'k'.repeat(32)
const SHOWDOC = `
  create table user (uid integer primary key, username text, password text);
  create table item (item_id integer primary key, item_name text, uid integer, password text default '');
  create table page (page_id integer primary key, item_id integer, page_title text, page_content text, author_uid int);
  create table mock (id integer primary key, unique_key text, page_id int, item_id int, path text, template text);
  insert into user values (1, 'ann', '');
  insert into item values (3, 'Open', 1, ''), (4, 'Closed', 1, 'larch');
  insert into page values (7, 3, 'Pay', 'a', 1), (8, 4, 'Pay', 'b', 1), (9, 3, 'By a program', 'c', 0);
  insert into mock values (1, 'o', 7, 3, '/pay', '{"a": 1}'), (2, '${KEY}', 8, 4, '/pay', '{"b": 2}');`

it('tells of mocks that answer fewer people than before, and of texts whose author ShowDoc does not name', async () => {
  const site = await movedSite((await madeShowdoc(SHOWDOC)).folder)
  onTestFinished(() => site.close(), 60_000)
  const { changed } = site.receipt
  const answer = async (address: string) => (await site.browser().get(address)).body

  expect(changed.map(({ table, id, reason }) => [table, id, reason])).toEqual([
    ['page', 9, 'authorUnknown'],
    ['mock', 2, 'mockOfClosed'],
  ])
  expect(JSON.parse(await answer('/mock-path/3&path=/pay'))).toEqual({ a: 1 })
  expect(await answer('/mock-path/4&path=/pay')).toBe('no such path')
  expect(JSON.parse(await answer(`/mock-path/4&path=/pay?key=${KEY}`))).toEqual({ b: 2 })
}, 240_000)

it('answers with the mock of several that ShowDoc answered with, whenever the others come', async () => {
  const { folder, file } = await madeShowdoc(`
    create table user (uid integer primary key, username text, password text);
    create table item (item_id integer primary key, item_name text, uid integer);
    create table page (page_id integer primary key, item_id integer, page_title text, page_content text, is_del int default 0);
    create table mock (id integer primary key, unique_key text, page_id int, path text, template text, addtime text);
    insert into user values (1, 'ann', '${showdocHash('birch')}');
    insert into item values (3, 'Open', 1);
    insert into page values (7, 3, 'A', '', 0), (8, 3, 'B', '', 0), (9, 3, 'C', '', 0), (10, 3, 'D', '', 0), (11, 3, 'E', '', 1),
      (12, 3, 'F', '', 0), (13, 3, 'G', '', 0);
    insert into mock values (1, 'a', 7, '/pay', '"first"', '2026-11-20 10:00:00'), (2, 'b', 8, '/pay', '"second"', '2026-11-22 10:00:00'),
      (3, 'c', 7, '/pay', '"first again"', '2026-11-23 10:00:00'), (4, 'd', 9, '/stock?of=1', '"of nobody"', ''),
      (5, 'e', 10, '/stock', '"stock"', ''), (6, 'f', 11, '/gone', '"gone"', '');`)
  const site = await movedSite(folder)
  onTestFinished(() => site.close(), 60_000)
  const answer = async (path: string) => (await site.browser().get(`/mock-path/3&path=${path}`)).body
  const told = (rows: readonly { readonly table: string; readonly id: unknown; readonly reason: string }[]) =>
    rows.filter(({ table }) => table === 'mock').map(({ id, reason }) => `${String(id)} ${reason}`)

  expect([await answer('/pay'), await answer('/stock'), await answer('/gone')]).toEqual([
    '"first"',
    '"stock"',
    'no such path',
  ])
  expect(told(site.receipt.changed)).toEqual(['2 mockPathShared', '6 mockInBin'])
  expect(told(site.receipt.left)).toEqual(['3 earlierMock'])

  const ann = site.browser()
  await ann.logIn('ann', 'birch')
  expect(await ann.post('mock/add', { page_id: 13, path: '/mine', template: '"mine"' })).toMatchObject({
    error_code: 0,
  })
  const database = new DatabaseSync(file)
  database.exec(
    `insert into mock values (7, 'g', 12, '/pay', '"later"', '2027-01-01 10:00:00'), (8, 'h', 13, '/pay', '"no"', '')`,
  )
  database.close()
  const showdoc = await openShowdoc(folder)
  const { application } = site
  const carried = await carry({ showdoc, application, isInto: true, say: () => undefined })
  await showdoc.close()

  expect(told(carried.plan.findings.changed)).toEqual(['2 mockPathShared', '6 mockInBin', '7 mockPathShared'])
  expect(told(carried.plan.findings.left)).toEqual(['3 earlierMock', '8 refused'])
  expect([await answer('/pay'), await answer('/mine')]).toEqual(['"first"', '"mine"'])
  await ann.post('mock/add', { page_id: 12, path: '/pay', template: '"saved here"' })
  expect(await answer('/pay')).toBe('"saved here"')
}, 240_000)

it('has no number in the words about links that is nothing', async () => {
  const site = await movedSite((await madeShowdoc(SHOWDOC)).folder)
  onTestFinished(() => site.close(), 60_000)

  const lines = receiptPage(site.receipt, 'en').match(/<li>(?:Links within|站内链接)[^<]*/g) ?? []

  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line.slice(line.indexOf('0') + 1)).not.toMatch(/\b0\b/)
}, 240_000)
