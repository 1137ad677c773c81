import { createInterface } from 'node:readline'
import { createWriteStream } from 'node:fs'
import { chown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { connectTo, type CopyPlace, type DirectConnection } from '#adapters/database/copy.ts'
import {
  CannotCopy,
  fillEmpty,
  insertRows,
  setSequences,
  sumOf,
  type Table,
  type TextRow,
} from '#adapters/database/whole-tables.ts'
import { keyIdOf } from '#adapters/system/seals.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { RESTORING } from '../compose/data-directory.ts'
import { bringUpToDate, pluginsOf } from '../compose/held-database.ts'
import { ConfigError, type Config } from '../config.ts'
import { keyFrom } from '../secret-key.ts'
import { BrokenArchive, entriesOf, wholeOf, type ArchiveEntry } from './archive.ts'
import { Counts, COUNTS, FILES, FORMAT, Head, HEAD, PLUGINS, SEALED_KEY, tableOfEntry } from './contents.ts'
import { openedWith } from './sealed-key.ts'

export interface PlaceToRestore {
  /** Empty, and held against servers. */
  readonly dataDirectory: string
  /** Of an empty PostgreSQL database; null for the embedded one. */
  readonly databaseUrl: string | null
  /** Opens the key in the backup; null for none. */
  readonly passphrase: string | null
}

export interface Restored {
  readonly head: Head
  readonly counts: Counts
  /** Whether the key the site needs is there now. */
  readonly hasKey: boolean
}

interface Surroundings {
  readonly config: Config
  readonly log: Log
  say(line: string): void
}

/**
 * Makes the site of a backup in an empty place. Whenever it is broken off, nothing starts on what is there, and the same
 * command begins again.
 * @throws BrokenArchive, CannotCopy, ConfigError, NewerSchemaError
 */
export async function restoreSite(file: string, place: PlaceToRestore, surroundings: Surroundings): Promise<Restored> {
  const moves = await Moves.begin(place.dataDirectory)
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
  } finally {
    await entries.return(undefined)
  }
}

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

/** Puts aside what lies before the rows. @returns the first entry that is none of it */
async function beforeRows(entries: AsyncGenerator<ArchiveEntry>, { moves, key }: Prelude): Promise<ArchiveEntry> {
  for (;;) {
    const { value: entry, done } = await entries.next()
    if (done === true) throw new BrokenArchive('it holds no rows')
    if (entry.name === SEALED_KEY) await key.keep((await wholeOf(entry.content)).toString())
    else if (entry.name.startsWith(PLUGINS)) await moves.keepAside(entry)
    else return entry
  }
}

/** The key that lies in a backup, or was put there before. */
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
    await this.#moves.writeAside('secret.key', `${this.#text}\n`)
  }

  /** @throws ConfigError when there is a key, and it is another one than the site's */
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

async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => null,
  )
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
  await bringUpToDate(to, plugins, { log, say: () => undefined, schema: head.schema })
  const { client, close } = await connectTo(to)
  try {
    const names = head.tables.map(({ name }) => name)
    return await fillEmpty(client, names, async () => {
      const counts = await readIn(first, entries, { client, tables: head.tables, moves })
      for (const table of head.tables) {
        const expected = counts.tables[table.name]
        if (!expected || (await sumOf(client, table)) !== expected.sum)
          throw new CannotCopy(`the table ${table.name} differs after it was restored`)
        if (expected.rows > 0) say(`${String(expected.rows).padStart(10)}  ${table.name}`)
      }
      await setSequences(client, counts.sequences)
      // Before the rows are there: from then on it is for good.
      if (place.databaseUrl !== null) await moves.intoPlace()
      return counts
    })
  } finally {
    await close()
  }
}

async function readIn(
  first: ArchiveEntry,
  entries: AsyncGenerator<ArchiveEntry>,
  {
    client,
    tables,
    moves,
  }: { readonly client: DirectConnection['client']; readonly tables: readonly Table[]; readonly moves: Moves },
): Promise<Counts> {
  let counts: Counts | null = null
  for (let entry = first; ;) {
    if (entry.name === COUNTS) counts = Counts.parse(JSON.parse((await wholeOf(entry.content)).toString()))
    else if (entry.name.startsWith(FILES)) await moves.keepAside(entry)
    else {
      const table = tables.find(({ name }) => name === tableOfEntry(entry.name))
      if (!table) throw new BrokenArchive(`${entry.name} has no place in a backup`)
      await insertRows(client, table, await rowsIn(entry.content))
    }
    const next = await entries.next()
    if (next.done === true) break
    entry = next.value
  }
  if (!counts) throw new BrokenArchive('it does not say how much it holds')
  return counts
}

const Row = z.array(z.string().nullable())

async function rowsIn(content: AsyncIterable<Uint8Array>): Promise<readonly TextRow[]> {
  const rows: TextRow[] = []
  const lines = createInterface({ input: Readable.from(content), crlfDelay: Infinity })
  for await (const line of lines) rows.push(Row.parse(JSON.parse(line)))
  return rows
}

const MOVED = 'moved.json'

/**
 * What is restored lies aside in the data directory until all of it is there; what was put into its place is written down
 * before, so that a command that begins again knows what is its own.
 */
class Moves {
  readonly folder: string
  readonly #dataDirectory: string
  readonly #moved: string[] = []

  private constructor(dataDirectory: string) {
    this.#dataDirectory = dataDirectory
    this.folder = path.join(dataDirectory, RESTORING)
  }

  static async begin(dataDirectory: string): Promise<Moves> {
    const moves = new Moves(dataDirectory)
    const before: unknown = JSON.parse((await readIfThere(moves.aside(MOVED))) ?? '[]')
    for (const name of z.array(z.enum(PIECES)).parse(before))
      await rm(path.join(dataDirectory, name), { recursive: true, force: true })
    await rm(moves.folder, { recursive: true, force: true })
    await mkdir(moves.folder, { mode: 0o700 })
    return moves
  }

  aside(name: string): string {
    const target = path.join(this.folder, name)
    // An archive that somebody made must not write elsewhere.
    if (!target.startsWith(this.folder + path.sep)) throw new BrokenArchive(`${name} leads out of its place`)
    return target
  }

  async keepAside({ name, content }: ArchiveEntry): Promise<void> {
    const target = this.aside(name)
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    await pipeline(content, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }))
  }

  async writeAside(name: string, text: string): Promise<void> {
    const handle = await open(this.aside(name), 'w', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
  }

  async intoPlace(): Promise<void> {
    const there = await readdir(this.folder)
    // The database is the last one: with it the site is there.
    for (const name of PIECES.filter((piece) => there.includes(piece))) {
      this.#moved.push(name)
      await this.writeAside(MOVED, JSON.stringify(this.#moved))
      await this.#giveToOwner(this.aside(name))
      await rename(this.aside(name), path.join(this.#dataDirectory, name))
    }
  }

  /** A server that runs as the owner of the data directory could not read what root wrote. */
  async #giveToOwner(target: string): Promise<void> {
    if (process.getuid?.() !== 0) return
    const { uid, gid } = await stat(this.#dataDirectory)
    if (uid === 0) return
    const isFolder = (await stat(target)).isDirectory()
    const within = isFolder ? await readdir(target, { recursive: true }) : []
    for (const name of ['', ...within]) await chown(path.join(target, name), uid, gid)
  }

  async end(): Promise<void> {
    await rm(this.folder, { recursive: true })
  }
}

const PIECES = ['plugins', 'files', 'secret.key', 'database'] as const
