import { afterAll, beforeAll, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { site, type Site } from '#tests/rest/harness.ts'
import { formatToolsOperations, LONGEST_SQL } from './operations.ts'

let place: Site
beforeAll(async () => {
  place = await site({ operations: { ...coreOperations, ...formatToolsOperations } })
})
afterAll(() => place.close())

const SQL = "CREATE TABLE users (id int NOT NULL COMMENT 'the <b>id</b> | number', PRIMARY KEY (id)) COMMENT='People';"

it('[PAGE-19] [API-051] [EDIT-19] gives anybody the columns of CREATE TABLE as markdown, in their language', async () => {
  const english = await place.browser().post('page/sqlToMarkdownTable', { sql: SQL })
  const chinese = await place.browser({ 'accept-language': 'zh-CN' }).post('page/sqlToMarkdownTable', { sql: SQL })

  expect(english.error_code).toBe(0)
  expect(english.data.markdown).toBe(
    '### users\n\nPeople\n\n| Column | Type | Null | Default | Key | Comment |\n| --- | --- | --- | --- | --- | --- |\n' +
      '| id | int | no |  | PK | the &lt;b&gt;id&lt;/b&gt; \\| number |\n',
  )
  expect(chinese.data.markdown).toContain('| 字段 | 类型 | 允许空 | 默认 | 键 | 说明 |')
})
it('[API-051] refuses what holds no CREATE TABLE, and what is too long', async () => {
  for (const sql of ['', 'SELECT 1', `${SQL}${' '.repeat(LONGEST_SQL)}`])
    expect((await place.browser().post('page/sqlToMarkdownTable', { sql })).error_code).toBe(10101)
})
