import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { startEngine } from './embedded/engine.ts'
import { ormOn, type Orm } from './orm.ts'
import { embeddedPool } from './pools.ts'

const BEFORE_TEXTS_OF_PLUGINS = '0146-copies-of-moved-files'
const COUNTING_TEXTS_OF_PLUGINS = '0155-bytes-of-plugin-texts'

/** Two people, two items with a page each, and what plugins keep for them. Every write of a sum is recorded. */
const FILLED = `
  insert into "user" (username, name, is_email_verified, is_admin, registered_at)
    select 'person' || n, '', false, false, now() from generate_series(1, 2) n;
  insert into item (name, description, type, owner_id, visit_generation, is_archived, global_params, created_at,
    updated_at) select '', '', 'regular', 1, 1, false, '{}', now(), now() from generate_series(1, 2);
  insert into page (item_id, title, content, sort_order, author_id, revision, created_at, saved_at)
    select n, '', '支付', 99, n, 1, now(), now() from generate_series(1, 2) n;
  insert into document (collection, page_id, at, data) select 'comments.comment', 1 + n % 2, now(),
    jsonb_build_object('text', '好的', 'authorId', 1 + n % 3 % 2, 'anchor', case when n % 5 = 0 then 'here' end)
    from generate_series(1, 60) n;
  insert into document (collection, item_id, page_id, at, data)
    select 'mock.rule', n, n, now(), '{"body": "短"}' from generate_series(1, 2) n;
  insert into document (collection, user_id, at, data, bytes) values ('templates.template', 2, now(), '{}', 70);
  insert into document (collection, item_id, at, data) values ('attachment.former', 1, now(), '{"text": "no text"}');
  create table written (item_id integer, author_id integer);
  create function record_write() returns trigger language plpgsql as $$
    begin
      insert into written values (new.item_id, new.author_id);
      return null;
    end
  $$;
  create trigger sum_written after insert or update on text_bytes for each row execute function record_write();`

interface Counted {
  readonly itemId: number
  readonly authorId: number
  readonly bytes: number
}

interface Site {
  readonly pool: Pool
  close(): Promise<void>
}

async function embedded(): Promise<Site> {
  const engine = await startEngine({ directory: null, image: null })
  const pool = embeddedPool(engine, () => undefined)
  const close = async (): Promise<void> => {
    await pool.end()
    await engine.close()
  }
  return { pool, close }
}

async function server(): Promise<Site> {
  const { url, drop } = await newServerDatabase()
  const pool = new Pool({ connectionString: url })
  return { pool, close: async () => (await pool.end(), drop()) }
}

describe.each([
  ['embedded', true, embedded],
  ['PostgreSQL', POSTGRES_URL !== undefined, server],
] as const)('comments and mocks that were there before they counted, %s', (_, isThere, made) => {
  let site: Site
  let orm: Orm
  beforeAll(async () => {
    if (!isThere) return
    site = await made()
    orm = await ormOn(site.pool)
    await orm.migrator.up({ to: BEFORE_TEXTS_OF_PLUGINS })
    await site.pool.query(FILLED)
    await orm.migrator.up({ migrations: [COUNTING_TEXTS_OF_PLUGINS] })
  })
  afterAll(async () => {
    if (!isThere) return
    await orm.close()
    await site.close()
  })

  const sums = async (): Promise<readonly Counted[]> => {
    const { rows } = await site.pool.query<Counted>(`select item_id as "itemId", author_id as "authorId",
      sum(bytes)::integer as bytes from text_bytes group by 1, 2 having sum(bytes) <> 0 order by 1, 2`)
    return rows
  }

  it.runIf(isThere)('are summed up with one write for each item and author', async () => {
    const { rows } = await site.pool.query(
      `select item_id as "itemId", author_id as "authorId", count(*)::integer as writes from written
       group by 1, 2 order by 1, 2`,
    )

    expect(rows).toEqual([1, 2].flatMap((itemId) => [1, 2].map((authorId) => ({ itemId, authorId, writes: 1 }))))
  })

  it.runIf(isThere)('count as if they had been added or changed afterwards', async () => {
    const migrated = await sums()

    await site.pool.query(`create table kept as select * from document; delete from document`)
    const ofPages = await sums()
    await site.pool.query(`insert into document overriding system value select * from kept`)
    const added = await sums()
    await site.pool.query(
      `update document set bytes = 0; update document d set bytes = k.bytes from kept k where k.id = d.id`,
    )

    expect(ofPages).toEqual([1, 2].map((id) => ({ itemId: id, authorId: id, bytes: Buffer.byteLength('支付') })))
    expect(added).toEqual(migrated)
    expect(await sums()).toEqual(migrated)
    expect(migrated).toContainEqual({ itemId: 0, authorId: 2, bytes: 70 })
    expect(migrated.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(
      2 * Buffer.byteLength('支付') +
        60 * Buffer.byteLength('好的') +
        12 * 4 +
        2 * Buffer.byteLength('{"body": "短"}') +
        70,
    )
  })

  it.runIf(isThere)('answer at the addresses of their keys where their pages came from a ShowDoc', async () => {
    await site.pool.query(`
      update document set data = jsonb_build_object('uniqueKey', 'key of ' || page_id) where collection = 'mock.rule';
      insert into carried_row (source, kind, source_id, id, source_sum)
        values (1, 'page', 70, 1, 'sum'), (2, 'page', 80, 2, null)`)

    await orm.migrator.up()

    const { rows } = await site.pool.query(
      `select key, item_id as "itemId", page_id as "pageId" from document where collection = 'mock.key'`,
    )
    expect(rows).toEqual([{ key: 'key of 1', itemId: 1, pageId: 1 }])
  })
})
