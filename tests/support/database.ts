import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { emptyServerDatabase } from '#tests/contracts/database/postgres.ts'
import { memoryImage, openDatabase, type DatabaseOptions, type OpenDatabase } from '#adapters/database/open.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CACHE = path.join(ROOT, 'node_modules/.cache/octavo')

/** Whether the product is tested as two servers of one PostgreSQL, Redis and folder of files. */
export const IS_ON_TWO_SERVERS = process.env['OCTAVO_SERVERS'] === '2'

/**
 * An empty database in memory, or on PostgreSQL for several servers. The first one ever is set up and kept as a file image; later ones, in whatever test run,
 * start from it in a fraction of the time.
 */
export async function memoryDatabase(options: Omit<DatabaseOptions, 'location'> = {}): Promise<OpenDatabase> {
  if (IS_ON_TWO_SERVERS) return emptyServerDatabase()
  return openDatabase({ ...options, location: { kind: 'memory', image: await databaseImage() } })
}

/**
 * The same on an engine that goes on when the database is closed, for whoever asks next: to start an engine takes longer
 * than most test files.
 */
export async function emptyDatabase(): Promise<OpenDatabase> {
  const former = spare.pop()
  const database = former ? await emptied(former) : await memoryDatabase()
  // Closed twice, it would be given to two at once.
  return { ...database, close: async () => void (spare.includes(database) || spare.push(database)) }
}
const spare: OpenDatabase[] = []

/** The same database without anything that was written into it; ids begin with 1 again. */
export async function emptied(database: OpenDatabase): Promise<OpenDatabase> {
  // The only way to run a statement of one's own, each name once.
  await database.migratePlugin('tests', [{ name: randomUUID(), sql: EMPTYING }])
  return database
}

// A trigger would refuse to empty the audit record.
const EMPTYING = `
  set local session_replication_role = replica;
  do $$ begin
    execute (
      select 'truncate ' || string_agg(format('%I', tablename), ', ') || ' restart identity cascade'
      from pg_tables where schemaname = 'public' and tablename <> 'migration'
    );
  end $$`

/** Lays an empty database into a directory, where a server starts on it sooner than it could make one. */
export async function layDatabase(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await promisify(execFile)('tar', ['-xf', await imageFile(), '-C', directory])
}

/** An empty database as a file image. */
export const databaseImage = (): Promise<Uint8Array<ArrayBuffer>> => (image ??= imageFile().then(bytesOf))
let image: Promise<Uint8Array<ArrayBuffer>> | null = null
const bytesOf = async (file: string): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await readFile(file))

async function imageFile(): Promise<string> {
  const file = path.join(CACHE, `database-${fingerprint()}.tar`)
  if (existsSync(file)) return file
  await mkdir(CACHE, { recursive: true })
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, await memoryImage())
  await rename(unfinished, file)
  return file
}

/** Changes with everything the image is made of. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of globSync('migrations/*.ts', { cwd: ROOT }).sort()) hash.update(readFileSync(path.join(ROOT, file)))
  hash.update(readFileSync(path.join(ROOT, 'node_modules/@electric-sql/pglite/package.json')))
  return hash.digest('hex').slice(0, 16)
}
