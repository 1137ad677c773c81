import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MIGRATIONS } from '#migrations/all.ts'
import { buildNewDatabase } from '#server/new-database-build.ts'
import { connectTo } from './copy.ts'
import { openDatabase } from './open.ts'
import { schemaStateOf } from './schema-state.ts'

const ALL = MIGRATIONS.map(({ name }) => name)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-new-'))
  await buildNewDatabase()
})
afterEach(() => rm(folder, { recursive: true }))

describe('a new embedded database', () => {
  it('begins with the one that the build keeps, which has all that creating one gives', async () => {
    const [begun, created] = [path.join(folder, 'begun'), path.join(folder, 'created')]
    await open(begun)
    // For an older version it is created.
    await open(created, ALL.slice(0, -1))
    expect(await migrationsIn(created)).toEqual(ALL.slice(0, -1))
    await open(created)

    expect(await definedIn(begun)).toEqual(await definedIn(created))
  })

  it('is readable by its owner alone', async () => {
    await open(folder)

    const entries = await readdir(folder, { recursive: true })
    const modes = await Promise.all(entries.map(async (name) => (await stat(path.join(folder, name))).mode & 0o077))
    expect(entries.length).toBeGreaterThan(500)
    expect(new Set(modes)).toEqual(new Set([0]))
  })
})

async function open(directory: string, migrations = ALL): Promise<void> {
  await (await openDatabase({ location: { kind: 'directory', path: directory }, migrations })).close()
}

async function migrationsIn(directory: string): Promise<readonly string[]> {
  const { client, close } = await connectTo({ directory })
  const { migrations } = await schemaStateOf(client)
  await close()
  return migrations
}

/** Everything that migrations define, and every row they write but for the time. */
async function definedIn(directory: string): Promise<unknown> {
  const { client, close } = await connectTo({ directory })
  const defined: unknown[] = []
  for (const sql of DEFINITIONS) defined.push((await client.query(sql)).rows)
  const { rows: tables } = await client.query<{ readonly name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migration' order by 1`,
  )
  for (const { name } of tables) defined.push([name, (await client.query(`select * from "${name}"`)).rows])
  await close()
  return defined
}

const DEFINITIONS = [
  'select name from migration order by id',
  `select table_name, column_name, ordinal_position, column_default, is_nullable, data_type, generation_expression
   from information_schema.columns where table_schema = 'public' order by 1, 3`,
  `select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`,
  `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
   where connamespace = 'public'::regnamespace order by 1, 2`,
  `select proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  `select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1, 2`,
  `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
  `select extname from pg_extension order by 1`,
  `select datname, datcollate, datctype, pg_encoding_to_char(encoding) from pg_database order by 1`,
  `select relname, reloptions from pg_class where relnamespace = 'public'::regnamespace and reloptions is not null order by 1`,
]
