import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenItemId } from '#core/opened-id.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { earlierImage } from '#tests/support/earlier-database.ts'
import { openDatabase, type OpenDatabase } from './open.ts'
import { ormOn } from './orm.ts'

const BEFORE_WORDS_OF_DOCUMENTS = '0157-newest-hits'
const ITEM = 1 as OpenItemId
/** More than are written at once. */
const COMMENTS = 120

const FILLED = `
  insert into "user" (username, name, is_email_verified, is_admin, registered_at)
    values ('olivia', '', false, false, now());
  insert into item (name, description, type, owner_id, visit_generation, is_archived, global_params, created_at,
    updated_at) values ('商城', '', 'regular', 1, 1, false, '{}', now(), now());
  insert into page (item_id, title, content, sort_order, author_id, revision, created_at, saved_at)
    values (${ITEM}, '', '支付', 99, 1, 1, now(), now());
  insert into document (collection, page_id, at, data, bytes, author_id)
    select 'comments.comment', 1, '2026-01-01'::timestamptz + n * interval '1 microsecond',
      jsonb_build_object('text', '第' || n || '条：退款要两天', 'authorId', 1), 10, 1
    from generate_series(1, ${COMMENTS}) n;
  insert into document (collection, page_id, at, data)
    values ('comments.comment', 1, now(), '{"text": "", "isRemoved": true}'), ('mock.rule', 1, now(), '{"text": "退款"}')`

interface Site {
  readonly database: OpenDatabase
  drop(): Promise<void>
}
async function embedded(): Promise<Site> {
  const image = await earlierImage(BEFORE_WORDS_OF_DOCUMENTS, async (pool) => void (await pool.query(FILLED)))
  return { database: await openDatabase({ location: { kind: 'memory', image } }), drop: async () => undefined }
}
async function server(): Promise<Site> {
  const { url, drop } = await newServerDatabase()
  const pool = new Pool({ connectionString: url })
  const orm = await ormOn(pool)
  await orm.migrator.up({ to: BEFORE_WORDS_OF_DOCUMENTS })
  await pool.query(FILLED)
  await orm.close()
  await pool.end()
  return { database: await openDatabase({ location: { kind: 'postgres', url } }), drop }
}

describe.each([
  ['embedded', true, embedded],
  ['PostgreSQL', POSTGRES_URL !== undefined, server],
] as const)('comments that were there before they could be found, %s', (_, isThere, made) => {
  let site: Site
  beforeAll(async () => {
    if (isThere) site = await made()
  })
  afterAll(async () => {
    if (!isThere) return
    await site.database.close()
    await site.drop()
  })
  const found = async (...words: readonly string[]) => {
    const scope = { itemId: ITEM, topCatalogIds: null }
    const part = { count: 1_000, after: null, exceptItems: [] }
    return (await site.database.documentSearch.find('comments.comment', words, scope, part)).documents
  }

  it.runIf(isThere)('are found once their words were written in the background, and others are not', async () => {
    await expect.poll(async () => (await found('退款')).length, { timeout: 30_000 }).toBe(COMMENTS)

    expect(await found('第77条', '款要')).toMatchObject([{ pageId: 1, data: { text: '第77条：退款要两天' } }])
    expect(await found('款退')).toEqual([])
  })
})
