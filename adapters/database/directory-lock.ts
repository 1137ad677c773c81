import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process is using the data directory. */
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
 * Locks the directory against other processes until it is released or this process dies in any way: two processes using
 * one embedded database destroy it. The lock is the operating system's, acquired by SQLite on an empty file, which
 * works on every platform and across containers that share a volume, where a file with a process id does not.
 * @throws DirectoryInUse
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const lock = path.join(directory, 'octavo.lock')
  const file = new DatabaseSync(lock, { timeout: 0 })
  // SQLite opens a file it cannot write for reading, and several processes can hold a read lock.
  await access(lock, constants.W_OK).catch((error: unknown) => {
    file.close()
    throw error
  })
  try {
    // Without a journal only the lock file itself is written.
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

// Node closes a database that is no longer referenced, which would release the lock of a caller without a handle.
const held = new Set<DatabaseSync>()

const SQLITE_BUSY = 5

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
