import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { LEAST_TABLES, madeShowdoc } from '#tests/support/showdoc.ts'
import { openShowdoc } from './look.ts'
import { surveyOf } from './survey.ts'
import { surveyOfLarge } from './survey-apart.ts'

const HISTORY = 'create table page_history (page_history_id integer primary key, page_id int, page_content text);'

it('lets the pages of an item and the versions of a page be found without reading all others', async () => {
  const { file } = await madeShowdoc(`${LEAST_TABLES} ${HISTORY}`)

  surveyOf(file)

  const database = new DatabaseSync(file)
  onTestFinished(() => database.close())
  const planOf = (text: string): string => JSON.stringify(database.prepare(`explain query plan ${text}`).all())
  expect(planOf('select * from page where item_id = 1')).toMatch(/SEARCH page USING/)
  expect(planOf('select * from page_history where page_id = 1')).toMatch(/SEARCH page_history USING/)
})

it.each([
  ['page_id integer', true],
  ['page_id integer primary key', false],
])('lets a page be found by its id without reading all others where it is %s', async (column, isAdded) => {
  const { file } = await madeShowdoc(`create table user (uid integer primary key, username text);
    create table item (item_id integer primary key, item_name text, uid integer);
    create table page (item_id integer, page_title text, page_content text, ${column});`)

  surveyOf(file)

  const database = new DatabaseSync(file)
  onTestFinished(() => database.close())
  const plan = database.prepare('explain query plan select * from page where page_id = 1').all()
  expect(JSON.stringify(plan)).toMatch(/SEARCH page USING/)
  const index = database.prepare(`select name from sqlite_master where name = 'octavo_page_page_id'`).get()
  expect(index !== undefined).toBe(isAdded)
})

it('finds the same in a thread, which large ones are gone through in', async () => {
  const { file } = await madeShowdoc(`${LEAST_TABLES} ${HISTORY}
    insert into user values (3, 'ann', ''); insert into item values (5, 'Orders', 3);
    insert into page values (7, 5, 'List', 'text'); insert into page_history values (9, 7, 'before');`)

  const survey = await surveyOfLarge(file, 1e9)

  expect(survey).toEqual(surveyOf(file))
  expect(survey.sourceIds.of.page_version).toEqual([9])
  expect(survey.sourceIds.usernames.get(3)).toBe('ann')
})

it('tells of a large database that is damaged as of a small one', async () => {
  const { folder, file } = await madeShowdoc(`${LEAST_TABLES}
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 40)
      insert into page select i, 1, 'Page', hex(randomblob(250000)) from n;`)
  const database = new DatabaseSync(file)
  const { root } = database.prepare(`select rootpage as root from sqlite_master where name = 'item'`).get() ?? {}
  database.close()
  const bytes = await open(file, 'r+')
  await bytes.write(Buffer.alloc(4_096, 0xff), 0, 4_096, (Number(root) - 1) * 4_096)
  await bytes.close()

  await expect(openShowdoc(folder)).rejects.toThrow(/cannot be read as a database of SQLite/)
})
