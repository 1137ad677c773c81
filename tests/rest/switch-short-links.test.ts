import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ComposedApplication } from '#server/application.ts'
import { layShowdoc } from '#tests/support/showdoc.ts'
import { emptySite } from './moved-site.ts'
import { runFrom } from './site-of-moves.ts'

const showdoc = (item: number, domain: string): string => `
  create table user (uid integer primary key, username text, password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer, item_domain text, addtime int);
  create table page (page_id integer primary key, item_id integer, page_title text, page_content text, author_uid integer);
  create table single_page (id integer primary key, page_id int, unique_key text, expire_time int);
  insert into user values (1, 'root', '', 1);
  insert into item values (${item}, 'Orders', 1, '${domain}', 160000000${domain.length});
  insert into page values (30, ${item}, 'Links', '[page](/${item}/31) [item](/${item}) [domain](http://docs.test/${domain})
    [key](/p/key${item}) [none](/99) [other](http://other.test/${item})', 1), (31, ${item}, 'Target', '${domain}', 1);
  insert into single_page values (1, 31, 'key${item}', 0);`

let application: ComposedApplication
const folders: string[] = []
beforeAll(async () => {
  application = await emptySite()
}, 240_000)
afterAll(async () => {
  await application.close()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function linksOf(statements: string, isInto = false) {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-short-links-'))
  folders.push(folder)
  layShowdoc(folder, statements)
  const links = { choice: null, hosts: ['docs.test'], address: null } as const
  return (await runFrom(folder, { application, links, isInto })).receipt.links
}

it('links that are paths right after the host are followed, and told where they mean something else here', async () => {
  expect(await linksOf(showdoc(5, 'orders'))).toMatchObject({ followed: 4, broken: [], taken: [], brokenBefore: [] })

  const second = await linksOf(showdoc(5, 'shop').replaceAll('key5', 'other5'), true)

  expect(second).toMatchObject({ followed: 4, broken: [], brokenBefore: [] })
  expect(second.taken.map(({ address }) => address)).toEqual(['/5/31', '/5'])
})
