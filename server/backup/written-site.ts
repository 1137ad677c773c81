import { open, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { keyIdOf } from '#adapters/system/seals.ts'
import type { DirectConnection } from '#adapters/database/copy.ts'
import { schemaStateOf } from '#adapters/database/schema-state.ts'
import { filesByStorage, filesOf, sectionIn } from '#adapters/database/site-rows.ts'
import { definitionOf } from '#adapters/database/table-definition.ts'
import { inSnapshot, rowsOf, sequencesOf, sumOf, tablesOf, type Table } from '#adapters/database/whole-tables.ts'
import { LOCAL_STORAGE } from '#adapters/storage/local/local-storage.ts'
import type { BackupStep } from '#core/ports/backups.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { siteKeySection } from '../compose/site-key.ts'
import { keyFrom } from '../secret-key.ts'
import { UnusableData } from '../unusable-data.ts'
import type { ArchiveWriter } from './archive.ts'
import { COUNTS, FILES, FORMAT, HEAD, PLUGINS, rowsEntry, SEALED_KEY, type Counts, type Head } from './contents.ts'
import { sealedWith } from './sealed-key.ts'

type Connection = DirectConnection['client']

export interface SiteToWrite {
  /** On a database without other writers, or a PostgreSQL snapshot. */
  readonly client: Connection
  readonly dataDirectory: string
  /** The text of the site key, and the passphrase to seal it with; null leaves the key out. */
  readonly key: { readonly text: string; readonly passphrase: string } | null
}

export interface Hearer {
  say(line: string): void
  progress(progress: BackupStep): void
}

/**
 * Writes everything of a site to an archive: a consistent snapshot of its database, and the files it refers to. @param
 * tell is called for each table, with the progress
 */
export async function writeSite(
  archive: ArchiveWriter,
  { client, dataDirectory, key }: SiteToWrite,
  tell: Hearer,
): Promise<{ readonly counts: Counts; readonly keyId: string }> {
  return inSnapshot(client, async () => {
    const tables = await tablesOf(client)
    if (tables.length === 0) throw new UnusableData(['there is no site in this database.'])
    const head: Head = {
      octavo: FORMAT,
      version: packageJson.version,
      madeAt: new Date().toISOString(),
      schema: await schemaStateOf(client),
      tables: await withDefinitions(client, tables),
      keyId: await keyIdIn(client),
    }
    if (key && head.keyId !== '' && keyIdOf(keyFrom(key.text)) !== head.keyId)
      throw new UnusableData([
        `the key at hand is not the one of this site, whose id is ${head.keyId}: set SECRET_KEY as the server has it.`,
      ])
    await archive.add(HEAD, JSON.stringify(head))
    if (key) await archive.add(SEALED_KEY, await sealedWith(key.passphrase, key.text))
    // Before the rows: plugins create their tables.
    await addPlugins(archive, path.join(dataDirectory, 'plugins'))
    const counts: Counts['tables'] = {}
    for (const [done, table] of tables.entries()) {
      tell.progress({ step: 'tables', done, of: tables.length })
      let rows = 0
      let part = 0
      for await (const batch of rowsOf(client, table)) {
        part += 1
        rows += batch.length
        await archive.add(rowsEntry(table.name, part), batch.map((row) => `${JSON.stringify(row)}\n`).join(''))
      }
      counts[table.name] = { rows, sum: await sumOf(client, table) }
      if (rows > 0) tell.say(`${String(rows).padStart(10)}  ${table.name}`)
    }
    const all: Counts = {
      tables: counts,
      sequences: await sequencesOf(client),
      files: await addFiles(archive, { client, folder: path.join(dataDirectory, 'files') }, tell),
    }
    await archive.add(COUNTS, JSON.stringify(all))
    return { counts: all, keyId: head.keyId }
  })
}

async function withDefinitions(client: Connection, tables: readonly Table[]): Promise<Head['tables']> {
  const defined: Head['tables'][number][] = []
  for (const table of tables) defined.push({ ...table, definition: await definitionOf(client, table.name) })
  return defined
}

async function keyIdIn(client: Connection): Promise<string> {
  const note = await sectionIn(client, siteKeySection.id)
  return siteKeySection.schema.parse(note ?? {}).id
}

async function addPlugins(archive: ArchiveWriter, folder: string): Promise<void> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(noneWithoutFolder)
  for (const entry of found.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    await archive.add(PLUGINS + path.relative(folder, file).split(path.sep).join('/'), await readFile(file))
  }
}

function noneWithoutFolder(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return []
  throw error
}

const FILES_AT_ONCE = 1_000

async function addFiles(
  archive: ArchiveWriter,
  { client, folder }: { readonly client: Connection; readonly folder: string },
  tell: Pick<Hearer, 'progress'>,
): Promise<Counts['files']> {
  const files: Counts['files'] = { count: 0, bytes: 0, missing: [], elsewhere: {} }
  const counts = await filesByStorage(client)
  const of = counts.get(LOCAL_STORAGE) ?? 0
  for (const [storage, count] of counts) if (storage !== LOCAL_STORAGE) files.elsewhere[storage] = count
  for await (const rows of filesOf(client, LOCAL_STORAGE, FILES_AT_ONCE)) {
    tell.progress({ step: 'files', done: files.count + files.missing.length, of })
    for (const { key, bytes } of rows) {
      const size = await addFile(archive, key, path.join(folder, key))
      if (size !== bytes) files.missing.push(key)
      else {
        files.count += 1
        files.bytes += size
      }
    }
  }
  return files
}

/** Null when it is missing: its page may have been deleted since. */
async function addFile(archive: ArchiveWriter, key: string, file: string): Promise<number | null> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!handle) return null
  try {
    const { size } = await handle.stat()
    await archive.addStream(FILES + key, size, handle.createReadStream({ autoClose: false }))
    return size
  } finally {
    await handle.close()
  }
}
