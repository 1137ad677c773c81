import { stat } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import path from 'node:path'
import { z } from 'zod'
import type { CopyPlace, DirectConnection } from '#adapters/database/copy.ts'
import { NewerSchemaError } from '#adapters/database/newer-schema.ts'
import { schemaStateOf } from '#adapters/database/schema-state.ts'
import { filesByStorage, putSection, sectionIn } from '#adapters/database/site-rows.ts'
import {
  CannotCopy,
  fillEmpty,
  insertRows,
  setSequences,
  sumOf,
  tablesOf,
  type Table,
  type TextRow,
} from '#adapters/database/whole-tables.ts'
import { LOCAL_STORAGE } from '#adapters/storage/local/local-storage.ts'
import { keyIdOf } from '#adapters/system/seals.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { connectedUpToDate, pluginsOf } from '../compose/held-database.ts'
import { ConfigError, type Config } from '../config.ts'
import { readIfThere, writeWhole } from '../durable-files.ts'
import { keyFrom } from '../secret-key.ts'
import { UnusableData } from '../unusable-data.ts'
import { assertWhole, BrokenArchive, entriesOf, wholeOf, type ArchiveEntry } from './archive.ts'
import { Counts, COUNTS, FILES, FORMAT, Head, HEAD, PLUGINS, SEALED_KEY, tableOfEntry } from './contents.ts'
import { makeTablesOfGonePlugins } from './gone-plugins.ts'
import { Moves } from './moves.ts'
import { openedWith } from './sealed-key.ts'

export interface PlaceToRestore {
  /** An empty directory, locked against servers. */
  readonly dataDirectory: string
  /** Of an empty PostgreSQL database; null for the embedded one. */
  readonly databaseUrl: string | null
  /** For unsealing the key in the backup; null for none. */
  readonly passphrase: string | null
  /** Whether the key in the backup is only checked and not stored, as in a test restore. */
  readonly isTrial?: boolean
}

export interface Restored {
  readonly head: Head
  readonly counts: Counts
  /** Whether the key the site needs is available now. */
  readonly hasKey: boolean
}

interface Surroundings {
  readonly config: Config
  readonly log: Log
  say(line: string): void
}

/**
 * Restores a backup to an empty location. When interrupted, nothing starts on the result, and repeating the command
 * starts again.
 * @throws BrokenArchive, CannotCopy, ConfigError, NewerSchemaError
 */
export async function restoreSite(file: string, place: PlaceToRestore, surroundings: Surroundings): Promise<Restored> {
  // Plugins in the backup are executed to create their tables, so the archive must be verified first.
  await assertWhole(file)
  const moves = await Moves.begin(place)
  const entries = entriesOf(file)
  try {
    const head = await headIn(entries)
    const key = new RestoredKey(moves, place, surroundings.config)
    const first = await beforeRows(entries, { moves, key })
    await key.assertFits(head)
    const counts = await restoreRows(first, entries, { head, moves, place, surroundings })
    if (place.databaseUrl === null) await moves.intoPlace()
    await moves.end()
    return { head, counts, hasKey: await key.isThere() }
  } catch (error) {
    await moves.abandon({ isRefused: REFUSALS.some((refusal) => error instanceof refusal) })
    throw error instanceof z.ZodError || error instanceof SyntaxError
      ? new BrokenArchive('it holds something else than a backup', { cause: error })
      : error
  } finally {
    await entries.return(undefined)
  }
}

/** With these nothing was begun that the same command could bring to an end. */
const REFUSALS = [BrokenArchive, CannotCopy, ConfigError, NewerSchemaError, UnusableData, z.ZodError, SyntaxError]

async function headIn(entries: AsyncGenerator<ArchiveEntry>): Promise<Head> {
  const next = await entries.next()
  if (next.done || next.value.name !== HEAD) throw new BrokenArchive('it is no backup of Octavo')
  const told: unknown = JSON.parse((await wholeOf(next.value.content)).toString())
  const head = Head.safeParse(told)
  if (head.success) return head.data
  const { octavo } = z.object({ octavo: z.unknown() }).catch({ octavo: null }).parse(told)
  throw new BrokenArchive(
    typeof octavo === 'number' && octavo > FORMAT
      ? 'a newer Octavo has written it: restore it with that version'
      : 'it is no backup of Octavo',
  )
}

interface Prelude {
  readonly moves: Moves
  readonly key: RestoredKey
}

/** Stores the entries before the rows. @returns the first entry after them */
async function beforeRows(entries: AsyncGenerator<ArchiveEntry>, { moves, key }: Prelude): Promise<ArchiveEntry> {
  for (;;) {
    const { value: entry, done } = await entries.next()
    if (done === true) throw new BrokenArchive('it holds no rows')
    if (entry.name === SEALED_KEY) await key.keep((await wholeOf(entry.content)).toString())
    else if (entry.name.startsWith(PLUGINS)) await moves.keepAside(entry)
    else return entry
  }
}

/** The key in the backup, or one stored there before. */
class RestoredKey {
  readonly #moves: Moves
  readonly #place: PlaceToRestore
  readonly #config: Config
  #text: string | null = null

  constructor(moves: Moves, place: PlaceToRestore, config: Config) {
    this.#moves = moves
    this.#place = place
    this.#config = config
  }

  async keep(sealed: string): Promise<void> {
    if (this.#config.SECRET_KEY !== undefined) return
    const { passphrase } = this.#place
    if (passphrase === null)
      throw new ConfigError(['BACKUP_PASSPHRASE: is needed, because the key of the site lies sealed in this backup.'])
    this.#text = await openedWith(passphrase, sealed)
    if (this.#place.isTrial === true) return
    const there = await readIfThere(path.join(this.#place.dataDirectory, 'secret.key'))
    if (there !== null && there !== this.#text)
      throw new ConfigError([`${this.#place.dataDirectory}/secret.key is another key: take it away first.`])
    if (there === null) await writeWhole(this.#moves.aside('secret.key'), `${this.#text}\n`)
  }

  /** @throws ConfigError when there is a key that is not the site's */
  async assertFits({ keyId }: Head): Promise<void> {
    const text = await this.#known()
    if (text === null || keyId === '' || keyIdOf(keyFrom(text)) === keyId) return
    const where = this.#config.SECRET_KEY === undefined ? `${this.#place.dataDirectory}/secret.key` : 'SECRET_KEY'
    throw new ConfigError([`${where} is not the key of the site in this backup, whose id is ${keyId}.`])
  }

  isThere = async (): Promise<boolean> => (await this.#known()) !== null

  async #known(): Promise<string | null> {
    return (
      this.#config.SECRET_KEY ?? this.#text ?? (await readIfThere(path.join(this.#place.dataDirectory, 'secret.key')))
    )
  }
}

interface Rows {
  readonly head: Head
  readonly moves: Moves
  readonly place: PlaceToRestore
  readonly surroundings: Surroundings
}

async function restoreRows(
  first: ArchiveEntry,
  entries: AsyncGenerator<ArchiveEntry>,
  { head, moves, place, surroundings }: Rows,
): Promise<Counts> {
  const { config, log, say } = surroundings
  const to: CopyPlace = place.databaseUrl === null ? { directory: moves.aside('database') } : { url: place.databaseUrl }
  const plugins = await pluginsOf({ ...config, DATA_DIR: moves.folder }, log)
  const { client, close } = await connectedUpToDate(to, plugins, { log, say: () => undefined, schema: head.schema })
  try {
    for (const id of await makeTablesOfGonePlugins(client, head, moves.aside('plugins')))
      say(`The plugin ${id} is not in the backup: its tables are kept, without triggers of their own.`)
    if (!isDeepStrictEqual(await schemaStateOf(client), head.schema))
      throw new CannotCopy('the database is no new one: another version has made tables in it')
    const names = head.tables.map(({ name }) => name)
    return await fillEmpty(client, names, async () => {
      const tables = await tablesLike(client, head.tables)
      const { counts, files } = await readIn(first, entries, { client, tables, moves })
      for (const table of tables) {
        const expected = counts.tables[table.name]
        if (!expected || (await sumOf(client, table)) !== expected.sum)
          throw new CannotCopy(`the table ${table.name} differs after it was restored`)
        if (expected.rows > 0) say(`${String(expected.rows).padStart(10)}  ${table.name}`)
      }
      await assertFiles(counts, files, { client, moves })
      await setSequences(client, counts.sequences)
      // Before the rows exist: from then on the restore is final.
      if (place.databaseUrl !== null) {
        await moves.intoPlace()
        await noteRestored(client, moves.id)
      }
      return counts
    })
  } finally {
    await close()
  }
}

interface Reading {
  readonly client: DirectConnection['client']
  readonly tables: readonly Table[]
  readonly moves: Moves
}

/** The files of an archive. */
interface RestoredFiles {
  readonly count: number
  readonly bytes: number
}

async function readIn(
  first: ArchiveEntry,
  entries: AsyncGenerator<ArchiveEntry>,
  { client, tables, moves }: Reading,
): Promise<{ readonly counts: Counts; readonly files: RestoredFiles }> {
  let counts: Counts | null = null
  const files = { count: 0, bytes: 0 }
  for (let entry = first; ;) {
    if (entry.name === COUNTS) counts = Counts.parse(JSON.parse((await wholeOf(entry.content)).toString()))
    else if (entry.name.startsWith(FILES)) {
      await moves.keepAside(entry)
      files.count += 1
      files.bytes += entry.size
    } else {
      const table = tables.find(({ name }) => name === tableOfEntry(entry.name))
      if (!table) throw new BrokenArchive(`${entry.name} has no place in a backup`)
      await insertRows(client, table, await rowsIn(entry.content))
    }
    const next = await entries.next()
    if (next.done === true) break
    entry = next.value
  }
  if (!counts) throw new BrokenArchive('it does not say how much it holds')
  return { counts, files }
}

/**
 * Verifies that the files are those that the backup counted, and the rows name no others.
 * @throws CannotCopy
 */
async function assertFiles(
  { files: told }: Counts,
  restored: RestoredFiles,
  { client, moves }: Pick<Reading, 'client' | 'moves'>,
): Promise<void> {
  let { count, bytes } = restored
  // What was damaged when it was copied is in the archive all the same, and was not counted.
  for (const key of told.missing) {
    const damaged = await stat(moves.aside(FILES + key)).catch(() => null)
    if (!damaged) continue
    count -= 1
    bytes -= damaged.size
  }
  const named = (await filesByStorage(client)).get(LOCAL_STORAGE) ?? 0
  if (count !== told.count || bytes !== told.bytes || named !== told.count + told.missing.length)
    throw new CannotCopy(
      `it holds ${count} files (${bytes} bytes) instead of ${told.count} (${told.bytes} bytes), and its tables name ${named}`,
    )
}

const Row = z.array(z.string().nullable())

/** Lines end with a line feed only: JSON contains other line separators unescaped. */
async function rowsIn(content: AsyncIterable<Uint8Array>): Promise<readonly TextRow[]> {
  const lines = (await wholeOf(content)).toString('utf8').split('\n')
  return lines.slice(0, -1).map((line) => Row.parse(JSON.parse(line)))
}

/** The product's own tables, whose types cannot come from others. */
async function tablesLike(client: DirectConnection['client'], told: readonly Table[]): Promise<readonly Table[]> {
  const there = await tablesOf(client)
  return told.map(({ name, columns }) => {
    const table = there.find((each) => each.name === name)
    const names = (of: Table['columns']) => of.map((column) => column.name)
    if (!table || !isDeepStrictEqual(names(table.columns), names(columns)))
      throw new BrokenArchive(`its table ${name} has other columns than the database`)
    return table
  })
}

const RESTORED = 'restored'

/** Which restore wrote the rows of this database, so that it recognises them after an interruption. */
const noteRestored = (client: DirectConnection['client'], id: string): Promise<void> =>
  putSection(client, RESTORED, { id })

/** Whether this restore has written its rows to the database. */
export async function hasRestored(client: DirectConnection['client'], id: string): Promise<boolean> {
  const noted = z.object({ id: z.string() }).safeParse(await sectionIn(client, RESTORED).catch(() => null))
  return noted.data?.id === id
}
