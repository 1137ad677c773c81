import { expect, it, onTestFinished } from 'vitest'
import { openShowdoc } from '#server/switch/look.ts'
import { madeShowdoc } from '#tests/support/showdoc.ts'
import { movedSite } from './moved-site.ts'

/** Tables without keys, as a repair may leave them. */
const SHOWDOC = `
  create table user (uid integer, username text, password text);
  create table item (item_id integer, item_name text, uid integer, password text default '');
  create table page (page_id integer, item_id integer, page_title text, page_content text);
  insert into user values (1, 'ann', ''), (1, 'tom', ''), (2, 'eve', '');
  insert into item values (3, 'First', 1, ''), (3, 'Second', 1, '');
  insert into page values (7, 3, 'One', 'a'), (8, 3, 'Two', 'b'), (7, 3, 'Again', 'c');`

it('brings the first of rows with the same id, and names the others', async () => {
  const { folder } = await madeShowdoc(SHOWDOC)
  const site = await movedSite(folder)
  onTestFinished(() => site.close(), 60_000)
  const { pages, items } = site.application.product.database

  expect((await pages.byIds(3, [7, 8])).map(({ title }) => title)).toEqual(['One', 'Two'])
  expect((await items.ofUser(1)).map(({ item }) => item.name)).toEqual(['First'])
  const { isWhole, unreadable, tables } = site.receipt
  expect(isWhole).toBe(true)
  expect(unreadable.map(({ table, reason, values }) => [table, reason, values['id']]).toSorted()).toEqual([
    ['item', 'idRepeated', '3'],
    ['page', 'idRepeated', '7'],
    ['user', 'idRepeated', '1'],
  ])
  expect(tables.filter((each) => each.carried + each.left !== each.read)).toEqual([])
}, 240_000)

it('is told of before it moves in when its folder of files was forgotten', async () => {
  const { folder } = await madeShowdoc(`${SHOWDOC}
    create table upload_file (file_id integer, sign text, real_url text);
    insert into upload_file values (1, 'a', 'http://docs.test/Public/Uploads/2020-01-01/a.png'),
      (2, 'b', 'https://elsewhere.test/b.png');`)

  const showdoc = await openShowdoc(folder)
  onTestFinished(() => showdoc.close())

  expect(showdoc.look.problems).toContainEqual({ code: 'problemNoFiles', values: { count: 1 } })
})
