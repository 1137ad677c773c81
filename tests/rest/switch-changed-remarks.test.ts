import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { showdocHash } from '#tests/support/showdoc.ts'
import { CATALOG_AND_PAGE_TABLES } from '#tests/support/showdoc-tables.ts'
import type { Browser } from './harness.ts'
import { PLACES, type Run, type SiteOfMoves, siteOfMoves } from './site-of-moves.ts'

const sign = (of: string): string => of.repeat(32)
const SHOWDOC = `
  create table user (uid integer primary key, username text, password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer);
  ${CATALOG_AND_PAGE_TABLES}
  create table page_history (page_history_id integer primary key, page_id int, page_title text, page_content text,
    author_uid int, addtime int, page_comments text default '');
  create table upload_file (file_id integer primary key, sign text, display_name text, real_url text, uid int, page_id int,
    visit_times int default 0, addtime int);
  insert into user (uid, username, password, groupid) values (1, 'root', '${showdocHash('larch')}', 1);
  insert into item (item_id, item_name, uid) values (5, 'Orders', 1);
  insert into page (page_id, item_id, page_title, page_content, author_uid) values (30, 5, 'Create', 'now', 1),
    (31, 5, 'List', 'now', 1);
  insert into page_history (page_history_id, page_id, page_title, page_content, author_uid, page_comments) values
    (40, 30, 'Create', 'a', 1, 'first'), (41, 30, 'Create', 'b', 1, ''), (42, 30, 'Create', 'c', 1, 'third'),
    (43, 31, 'List', 'd', 1, 'fourth'), (44, 31, 'List', 'e', 1, 'fifth');
  insert into upload_file (file_id, sign, display_name, real_url, uid, page_id) values
    (70, '${sign('a')}', 'plan.txt', 'Public/Uploads/plan.txt', 1, 30),
    (71, '${sign('b')}', 'notes.txt', 'Public/Uploads/notes.txt', 1, 30);`

describe.each(PLACES)('remarks and names of files that change in ShowDoc after they came (%s)', (place) => {
  let site: SiteOfMoves
  let root: Browser
  beforeAll(async () => {
    site = await siteOfMoves(place, { statements: SHOWDOC })
    mkdirSync(path.join(site.folder, 'Public/Uploads'), { recursive: true })
    for (const name of ['plan.txt', 'notes.txt']) writeFileSync(path.join(site.folder, 'Public/Uploads', name), name)
    await site.run()
    root = site.browser()
    await root.logIn('root', 'larch')
  }, 240_000)
  afterAll(() => site.close(), 60_000)

  const remarks = async (ids: readonly number[]) => {
    const here = await site.application.carrying.carry((rows) => rows.commentsOf(ids))
    return ids.map((id) => here.get(id))
  }
  const names = async () =>
    (await site.application.product.database.attachments.ofPage(30)).map(({ displayName }) => displayName).toSorted()
  const comment = async (page_id: number, page_history_id: number, page_comments: string) =>
    expect(
      (await root.post('page/updateHistoryComments', { page_id, page_history_id, page_comments })).error_code,
    ).toBe(0)
  const keptOf = ({ receipt }: Run) => receipt.kept.map(({ table, id, reason }) => `${table} ${id} ${reason}`)

  it('come with the next run, which then has nothing to do', async () => {
    site.inShowdoc(`update page_history set page_comments = case page_history_id when 40 then 'one' when 41 then 'two'
        when 42 then '' else page_comments end;
      update upload_file set display_name = 'schedule.txt' where file_id = 70`)

    const run = await site.run()

    expect(await remarks([40, 41, 42, 43])).toEqual(['one', 'two', '', 'fourth'])
    expect(await names()).toEqual(['notes.txt', 'schedule.txt'])
    expect([run.receipt.isWhole, keptOf(run)]).toEqual([true, []])
    expect((await site.run()).carried.wasDone).toBe(true)
  })

  it('stay as they were written here, and the receipt names those that differ since', async () => {
    await comment(30, 40, 'of here')
    await comment(31, 43, 'of here')
    await comment(30, 41, 'the same')
    site.inShowdoc(`update page_history set page_comments = case page_history_id when 40 then 'again' when 41 then 'the same'
        else page_comments end`)

    for (const wasDone of [true, true]) {
      const run = await site.run()
      expect(await remarks([40, 41, 43])).toEqual(['of here', 'the same', 'of here'])
      expect([run.carried.wasDone, run.receipt.isWhole]).toEqual([wasDone, true])
      expect(keptOf(run)).toEqual(['page_history 40 remarkOfHereStays'])
    }
  })

  it('come of pages that were edited here too', async () => {
    const edited = { item_id: 5, page_title: 'List', page_content: 'edited here' }
    expect((await root.post('page/save', { ...edited, page_id: 31 })).error_code).toBe(0)
    site.inShowdoc(`update page_history set page_comments = 'of there' where page_history_id = 44`)
    await site.run()
    expect(await remarks([44])).toEqual(['of there'])
    expect((await site.run()).carried.wasDone).toBe(true)
  })

  it('of which an older version recorded nothing come where there was none, and the others are named', async () => {
    await site.application.carrying.carry((rows) =>
      rows.records(1).note('page_version', new Map([40, 41, 42].map((id) => [id, 'came']))),
    )
    expect((await site.run()).carried.wasDone).toBe(true)
    site.inShowdoc(`update page_history set page_comments = page_history_id where page_id = 30`)

    const run = await site.run()

    expect(await remarks([40, 41, 42])).toEqual(['of here', 'the same', '42'])
    expect(keptOf(run).filter((row) => row.endsWith('remarkOfHereStays'))).toEqual([
      ...['page_history 40 remarkOfHereStays', 'page_history 41 remarkOfHereStays'],
    ])
  })
})
