import { createHash } from 'node:crypto'
import { constants, cpSync, globSync } from 'node:fs'
import { access, chmod, open, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/*
 * Creating a database and its tables takes several times as long as any later start. It is done once, by the build,
 * and copied from then on.
 */

const ROOT = path.resolve(import.meta.dirname, '../../..')
const KEPT = path.join(ROOT, 'dist/new-database')

/** Where the build keeps a new database of exactly these migrations and this engine. */
export async function keptNewDatabase(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of [...globSync('migrations/*.ts', { cwd: ROOT }).toSorted(), ENGINE])
    hash
      .update(file)
      .update('\0')
      .update(await readFile(path.join(ROOT, file)))
  return path.join(KEPT, hash.digest('hex').slice(0, 16))
}
const ENGINE = 'node_modules/@electric-sql/pglite/package.json'

export const holdsDatabase = (directory: string): Promise<boolean> =>
  access(path.join(directory, 'PG_VERSION')).then(
    () => true,
    () => false,
  )

/** Copies a new database to an empty directory, if the build has kept one. */
export async function layNewDatabase(directory: string): Promise<void> {
  const kept = await keptNewDatabase()
  if (!(await holdsDatabase(kept))) return
  // Nothing else is at work yet, and a thousand small files take the asynchronous copy four times as long.
  cpSync(kept, directory, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

/**
 * Makes a new database readable by its owner alone, and as durable as what will be written to it: the engine syncs
 * neither what it creates nor a copy.
 */
export async function settleNewDatabase(directory: string): Promise<void> {
  await eachPlaceIn(directory, async (place, isFolder) => {
    await chmod(place, isFolder ? 0o700 : 0o600)
    // Windows cannot sync folders.
    if (!isFolder || process.platform !== 'win32') await sync(place, isFolder ? 'r' : 'r+')
  })
}

/** Lets every user copy the database that the build keeps: the server may run as another one. */
export const shareNewDatabase = (directory: string): Promise<void> =>
  eachPlaceIn(directory, (place, isFolder) => chmod(place, isFolder ? 0o755 : 0o644))

async function eachPlaceIn(
  directory: string,
  work: (place: string, isFolder: boolean) => Promise<void>,
): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const left = entries.values()
  const working = async (): Promise<void> => {
    for (const entry of left) await work(path.join(entry.parentPath, entry.name), entry.isDirectory())
  }
  await Promise.all(Array.from({ length: AT_ONCE }, working))
  await work(directory, true)
}
const AT_ONCE = 8

async function sync(place: string, flags: string): Promise<void> {
  const handle = await open(place, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
