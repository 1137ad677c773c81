import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process has the data directory open. */
export class DirectoryInUse extends Error {
  constructor(directory: string, cause: unknown) {
    super(`another Octavo is using the data directory ${directory}: stop it first, or give this one its own DATA_DIR`, {
      cause,
    })
    this.name = 'DirectoryInUse'
  }
}

export interface DirectoryLock {
  release(): Promise<void>
}

/**
 * Keeps other processes out of the directory until it is released or this process dies, however it dies: two processes
 * on one embedded database destroy it. The lock is the operating system's, taken by SQLite on an empty file, which works
 * on every platform and across containers that share a volume, where a file with a process id in it does not.
 * @throws DirectoryInUse
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const lock = path.join(directory, 'octavo.lock')
  const file = new DatabaseSync(lock, { timeout: 0 })
  // SQLite opens what it may not write for reading, and several processes would hold a lock of that kind.
  await access(lock, constants.W_OK).catch((error: unknown) => {
    file.close()
    throw error
  })
  try {
    // Without a journal nothing but the lock file itself is ever written.
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (cause) {
    file.close()
    throw isLocked(cause) ? new DirectoryInUse(directory, cause) : cause
  }
  held.add(file)
  return {
    async release() {
      held.delete(file)
      file.close()
    },
  }
}

// Node closes a database that nobody refers to any more, and with it would go the lock of a caller who keeps no handle.
const held = new Set<DatabaseSync>()

const SQLITE_BUSY = 5

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
