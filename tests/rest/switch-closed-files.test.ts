import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { madeShowdoc } from '#tests/support/showdoc.ts'
import { CATALOG_AND_PAGE_TABLES, USER_AND_ITEM_TABLES } from '#tests/support/showdoc-tables.ts'
import { movedSite } from './moved-site.ts'

/** In an open item, a closed one, both, attached to a page that is gone, and of no page. */
const NAMES = ['open', 'closed', 'both', 'gone', 'hub']
const signOf = (name: string): string => name.padEnd(32, '0')
const named = (name: string): string => `/server/index.php?s=/api/attachment/visitFile&amp;sign=${signOf(name)}`
const SHOWDOC = `
  ${USER_AND_ITEM_TABLES} ${CATALOG_AND_PAGE_TABLES}
  create table upload_file (file_id integer primary key, sign text, display_name text, uid integer, page_id integer,
    visit_times integer, addtime integer, real_url text);
  insert into user values (1, 'root', '', 1), (2, 'ann', '', 2);
  insert into item (item_id, item_name, uid, password) values (3, 'Open', 1, ''), (4, 'Closed', 1, 'rowan');
  insert into page (page_id, item_id, page_title, page_content, author_uid) values
    (30, 3, 'Open', '${named('open')} ${named('both')}', 1), (40, 4, 'Closed', '${named('closed')} ${named('both')}', 1);
  ${NAMES.map((name, at) => `insert into upload_file values (${at + 1}, '${signOf(name)}', '${name}.txt', 2, ${name === 'gone' ? 99 : 0}, 0, 1, '/Public/Uploads/${name}.txt');`).join('\n')}`

it('tells of each closed item how many of its files ShowDoc gave to everybody', async () => {
  const { folder } = await madeShowdoc(SHOWDOC)
  await mkdir(path.join(folder, 'Public/Uploads'), { recursive: true })
  for (const name of NAMES) await writeFile(path.join(folder, 'Public/Uploads', `${name}.txt`), name)
  const site = await movedSite(folder)
  onTestFinished(() => site.close(), 60_000)

  const told = site.receipt.changed.filter(({ reason }) => reason.startsWith('files'))
  expect(told.map(({ table, id, reason, values }) => [table, id, reason, values])).toEqual([
    ['item', 4, 'filesOfClosed', { count: 1 }],
    ['user', 2, 'filesOfNobody', { count: 1 }],
  ])
}, 240_000)
