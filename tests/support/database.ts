import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { emptyServerDatabase } from '#tests/contracts/database/postgres.ts'
import { keptNewDatabase, layNewDatabase } from '#adapters/database/embedded/new-database.ts'
import { memoryImage, openDatabase, type DatabaseOptions, type OpenDatabase } from '#adapters/database/open.ts'
import { buildNewDatabase } from '#server/new-database-build.ts'
import { openEngines } from './held-by-file.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CACHE = path.join(ROOT, 'node_modules/.cache/octavo')

/** Whether the product is tested as two servers with a shared PostgreSQL, Redis and folder of files. */
export const IS_ON_TWO_SERVERS = process.env['OCTAVO_SERVERS'] === '2'

/**
 * An empty database in memory, or on PostgreSQL for several servers. The first one is set up and stored as a file
 * image; later ones, in any test run, start from it in a fraction of the time.
 */
export async function memoryDatabase(options: Omit<DatabaseOptions, 'location'> = {}): Promise<OpenDatabase> {
  if (IS_ON_TWO_SERVERS) return emptyServerDatabase()
  return openDatabase({ ...options, location: { kind: 'memory', image: await databaseImage() } })
}

/**
 * The same on an engine that keeps running after the database is closed, for reuse: starting an engine takes longer
 * than most test files. One engine is kept for that, as each takes 350 MB.
 */
export async function emptyDatabase(): Promise<OpenDatabase> {
  const former = spare
  spare = null
  const database = former ? await emptied(former) : await memoryDatabase()
  openEngines.add(database)
  return {
    ...database,
    close: async () => {
      // If closed twice, it would be given to two callers.
      if (!openEngines.delete(database)) return
      if (spare) await database.close()
      else spare = database
    },
  }
}
let spare: OpenDatabase | null = null

/** The same database without any data; ids start at 1 again. */
export async function emptied(database: OpenDatabase): Promise<OpenDatabase> {
  await database.script(EMPTYING)
  return database
}

// Disables triggers: one of them prevents emptying the audit record. Emptying a table takes as long when it is empty, and
// most of them always are. A number may have been given to a row that was never stored.
const EMPTYING = `
  set local session_replication_role = replica;
  do $$ declare filled text; begin
    select string_agg(format('%I', relname), ', ') into filled from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration' and pg_relation_size(oid) > 0;
    if filled is not null then execute 'truncate ' || filled || ' restart identity cascade'; end if;
    perform setval(seqrelid, 1, false) from pg_sequence where pg_sequence_last_value(seqrelid) is not null;
  end $$`

/** Creates an empty database in a directory. */
export async function layDatabase(directory: string): Promise<void> {
  await buildNewDatabase()
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await layNewDatabase(directory)
}

/** An empty database as a file image. */
export const databaseImage = (): Promise<Uint8Array<ArrayBuffer>> => (image ??= imageFile().then(bytesOf))
let image: Promise<Uint8Array<ArrayBuffer>> | null = null
const bytesOf = async (file: string): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await readFile(file))

async function imageFile(): Promise<string> {
  // Of the same migrations and engine.
  const file = path.join(CACHE, `database-${path.basename(await keptNewDatabase())}.tar`)
  if (existsSync(file)) return file
  await mkdir(CACHE, { recursive: true })
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, await memoryImage())
  await rename(unfinished, file)
  return file
}
