import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { openDatabase } from '#adapters/database/open.ts'
import { IncomingFolder } from '#adapters/storage/local/incoming-folder.ts'
import { LocalStorage } from '#adapters/storage/local/local-storage.ts'
import { Storages } from '#adapters/storage/storages.ts'
import { sweepFiles } from '#core/attachment/sweep.ts'
import { silentLog, testServices } from '#tests/support/services.ts'

/** What a server that is gone has left in its directory. */
export interface KeptFiles extends AsyncDisposable {
  /** Keys of the files that are listed, in order. */
  listed(): Promise<readonly string[]>
  /** Keys of the blobs that lie there, in order. */
  blobs(): Promise<readonly string[]>
  /** Names of files that were being received. */
  incoming(): Promise<readonly string[]>
  /** Sweeps as a server would after so much time. */
  sweepIn(ms: number): Promise<void>
}

const DATABASE = 'database'
const FILES = 'files'
const INCOMING = path.join(FILES, 'incoming')

/** @param url of a PostgreSQL database; the embedded one in the directory when left out */
export async function keptFiles(directory: string, url?: string): Promise<KeptFiles> {
  const database = await openDatabase({
    location: url ? { kind: 'postgres', url } : { kind: 'directory', path: path.join(directory, DATABASE) },
  })
  const { attachments } = database
  const incoming = path.join(directory, INCOMING)
  return {
    async listed() {
      const all = { ownerId: null, ownerName: '', displayName: '', kind: 'all' } as const
      const { list } = await attachments.search(all, { page: 1, count: 100_000 })
      return list.map(({ key }) => key).sort()
    },
    async blobs() {
      const found = await readdir(path.join(directory, FILES), { recursive: true, withFileTypes: true })
      return found
        .filter((entry) => entry.isFile() && entry.parentPath !== incoming)
        .map(({ parentPath, name }) => `${path.basename(parentPath)}/${name}`)
        .sort()
    },
    incoming: () => readdir(incoming),
    async sweepIn(ms) {
      const { services } = testServices({
        files: new Storages(new LocalStorage(path.join(directory, FILES), silentLog)),
      })
      const clock = { now: () => new Date(Date.now() + ms) }
      const later = { ...services, clock, incoming: new IncomingFolder(incoming, silentLog) }
      await sweepFiles({ store: database, services: later })
    },
    [Symbol.asyncDispose]: () => database.close(),
  }
}
