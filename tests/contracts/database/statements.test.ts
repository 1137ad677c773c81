import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { integer, json, notNull, orNull, text, type Columns } from '#adapters/database/column-types.ts'
import { startEngine } from '#adapters/database/embedded/engine.ts'
import { openDatabase } from '#adapters/database/open.ts'
import { allStatements } from '#adapters/database/session.ts'
import { databaseImage } from '#tests/support/database.ts'
import { faultsOf } from './declared.ts'
import { newServerDatabase, POSTGRES_URL } from './postgres.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

// All there are, also those that no store reaches.
import.meta.glob(['../../../adapters/database/*.ts', '!**/*.test.ts'], { eager: true })

interface Connected {
  readonly client: Client
  close(): Promise<void>
}

async function embedded(): Promise<Connected> {
  const engine = await startEngine({ directory: null, image: await databaseImage() })
  const client = new Client({ user: 'postgres', database: 'postgres', ssl: false, stream: () => engine.stream() })
  await client.connect()
  return {
    client,
    async close() {
      await client.end()
      await engine.close()
    },
  }
}

async function onServer(): Promise<Connected> {
  const { url, drop } = await newServerDatabase()
  await (await openDatabase({ location: { kind: 'postgres', url } })).close()
  const client = new Client({ connectionString: url })
  await client.connect()
  return {
    client,
    async close() {
      await client.end()
      await drop()
    },
  }
}

describe.each([
  ['embedded', embedded],
  ['PostgreSQL', onServer],
] as const)('%s', (name, connect) => {
  describe.skipIf(name === 'PostgreSQL' && POSTGRES_URL === undefined)('prepares', () => {
    let connected: Connected
    beforeAll(async () => {
      connected = await connect()
    })
    afterAll(() => connected.close())

    it('every statement, and each gives the columns it declares', async () => {
      const faults: string[] = []
      for (const each of allStatements())
        for (const fault of await faultsOf(connected.client, each)) faults.push(`${each.name}: ${fault}`)

      expect(faults).toEqual([])
      expect(allStatements().length).toBeGreaterThan(50)
    })

    const wrong: readonly (readonly [string, string, Columns, string])[] = [
      ['nonsense', 'select nonsense', {}, 'cannot be prepared: column "nonsense" does not exist'],
      ['a column of another name', 'select id from page', { pageId: integer }, 'pageId is declared and not given'],
      ['rows nobody declares', 'delete from page returning id', {}, 'id is given and not declared'],
      ['a column twice', 'select id, id from page', { id: integer }, 'id is given twice'],
      ['a column of another type', 'select id from page', { id: text }, 'id is declared text and is integer'],
      [
        'a number for a larger one',
        'select count(*) from page',
        { count: integer },
        'count is declared integer and is bigint',
      ],
      ['one JSON for the other', 'select data from document', { data: json() }, 'data is declared json and is jsonb'],
      [
        'what may be null for what is not',
        'select catalog_id as "catalogId" from page',
        { catalogId: integer },
        'catalogId is declared never null and its table allows it',
      ],
      [
        'the same through a common table',
        'with c as (update page set title = title returning *) select catalog_id from c',
        { catalog_id: integer },
        'catalog_id is declared never null and its table allows it',
      ],
      [
        'a column that needs no narrowing',
        'select id from page',
        { id: notNull(integer) },
        'id is never null in its table either',
      ],
    ]
    it.each(wrong)('and finds fault with %s', async (_, sql, columns, fault) => {
      expect(await faultsOf(connected.client, { text: sql, columns })).toContain(fault)
    })

    it('a search that ends after three seconds, before it reads another page', async () => {
      const { client } = connected
      const [begun] = (
        await client.query(`select search_is_in_time(clock_timestamp() - interval '2 seconds') as "isInTime"`)
      ).rows
      const late = client.query(`select search_is_in_time(clock_timestamp() - interval '4 seconds')`)

      expect(begun).toEqual({ isInTime: true })
      await expect(late).rejects.toMatchObject({ code: '57014' })
      const { rows } = await client.query(`select prosrc from pg_proc where proname = 'search_pages'`)
      expect(rows).toEqual([{ prosrc: expect.stringContaining('search_is_in_time(statement_timestamp())') as string }])
    })

    it('and finds none with what may be null and is declared so, or is left out', async () => {
      const sql = 'select catalog_id as "catalogId", author_id, deleted_by_id from page where deleted_by_id is not null'
      const columns = { catalogId: orNull(integer), author_id: integer, deleted_by_id: notNull(integer) }

      expect(await faultsOf(connected.client, { text: sql, columns })).toEqual([])
    })
  })
})

const filesWith = (text: RegExp): readonly string[] =>
  globSync('{adapters,core,plugins,server}/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts') && text.test(readFileSync(path.join(ROOT, file), 'utf8')))
    .toSorted()

it('every statement is in a file that was read above, and none is built at the place that runs it', () => {
  const makers = filesWith(/import \{[^}]*\bstatement\b[^}]*\} from/)

  expect(makers.length).toBeGreaterThan(25)
  expect(makers.filter((file) => path.dirname(file) !== 'adapters/database')).toEqual([])
  expect(filesWith(/\b(?:session|work|inside|together)\.(?:all|first|run|send)\(\s*[{'"`]/)).toEqual([])
})

it('no other part of the product talks to the database directly', () => {
  const speakers = filesWith(/from 'pg'/)

  expect(speakers).toEqual([
    'adapters/database/connections.ts',
    // Whole databases, row by row, whatever their tables are.
    'adapters/database/copy.ts',
    'adapters/database/examination.ts',
    // Whether the server can hold a site: before there is a session.
    'adapters/database/fitting-server.ts',
    // Whether the server still answers at all.
    'adapters/database/hang-watch.ts',
    // The lock of those that start at once, and whether the server syncs to disk: before there is a session.
    'adapters/database/migrate.ts',
    // Connections that can only read.
    'adapters/database/open-to-read.ts',
    'adapters/database/open.ts',
    // The connections.
    'adapters/database/orm.ts',
    'adapters/database/pooler.ts',
    'adapters/database/pools.ts',
    // What a backup is of.
    'adapters/database/schema-state.ts',
    // Rows of any table.
    'adapters/database/sealed-rows.ts',
    'adapters/database/session.ts',
    // Commands beside the servers, or without any: there is no session.
    'adapters/database/site-rows.ts',
    'adapters/database/table-definition.ts',
    'adapters/database/whole-tables.ts',
    // Locks that say who is there.
    'adapters/database/working-servers.ts',
  ])
})

it('no SQL is sent from outside of the adapter', () => {
  const senders = filesWith(
    /\bclient\.query\b|\.query(?:<[^(]*>)?\(\s*['"`](?:select|insert|update|delete|begin|create|declare|fetch|with|set)\b/i,
  )

  expect(senders.length).toBeGreaterThan(10)
  expect(senders.filter((file) => !file.startsWith('adapters/database/'))).toEqual([])
})
