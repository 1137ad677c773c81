import { expect, it, onTestFinished } from 'vitest'
import { receiptPage } from '#server/switch/receipt-page.ts'
import { madeShowdoc } from '#tests/support/showdoc.ts'
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

it('has no number in the words about links that is nothing', async () => {
  const site = await movedSite((await madeShowdoc(SHOWDOC)).folder)
  onTestFinished(() => site.close(), 60_000)

  const lines = receiptPage(site.receipt, 'en').match(/<li>(?:Links within|站内链接)[^<]*/g) ?? []

  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line.slice(line.indexOf('0') + 1)).not.toMatch(/\b0\b/)
}, 240_000)
