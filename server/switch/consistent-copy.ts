import { chmod, copyFile, mkdtemp, realpath, rm, stat } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { isDiskFull } from '../disk-problems.ts'
import { EXIT_FAILED } from '../exits.ts'
import { copyOfDump } from './dump/dump-copy.ts'
import { unreadable } from './installation.ts'
import type { LookProblem } from './look-problem.ts'
import { ShowdocRefusal } from './refusal.ts'
import { inUsualTables } from './usual-tables.ts'

/** A copy of a database in a folder of its own, which is removed with it. */
export interface DatabaseCopy {
  readonly file: string
  readonly bytes: number
  /** What could not be read without doubt. */
  readonly problems: readonly LookProblem[]
  remove(): Promise<void>
}

/** Files SQLite writes beside a database and needs for a consistent view of it. */
const COMPANIONS = ['', '-journal', '-wal'] as const
const ATTEMPTS = 20
const BETWEEN_ATTEMPTS_MS = 250

/**
 * A consistent snapshot of the database, even while its ShowDoc is running. The original is never opened with SQLite,
 * which would write beside it: its files are copied, again if one of them changed meanwhile, and an unfinished
 * transaction is rolled back in the copy.
 * @param parent a folder for copies that is emptied by its owner; when left out, a signal that ends the process removes
 * the copy
 * @throws ShowdocRefusal when the database is written to all the time, or cannot be read
 */
export function consistentCopyOf(original: string, parent?: string): Promise<DatabaseCopy> {
  return copyMadeBy(parent, async (file) => {
    // SQLite writes these files beside the file itself, not beside a link to it.
    const real = await realpath(original).catch((cause: unknown) => {
      throw unreadable(original, cause)
    })
    await copyUnchanged(real, file)
    recover(file, original)
    return []
  })
}

/** The database described by a MySQL dump. @throws ShowdocRefusal when it is not a dump of a ShowDoc */
export const copyFromDump = (dump: string, parent?: string): Promise<DatabaseCopy> =>
  copyMadeBy(parent, (file) => copyOfDump(dump, file))

async function copyMadeBy(
  parent: string | undefined,
  make: (file: string) => Promise<readonly LookProblem[]>,
): Promise<DatabaseCopy> {
  const folder = await mkdtemp(path.join(parent ?? tmpdir(), 'octavo-switch-'))
  const endWithProcess = parent === undefined ? removedAtSignal(folder) : () => undefined
  const remove = async (): Promise<void> => {
    endWithProcess()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const file = path.join(folder, 'showdoc.db')
    const problems = await make(file)
    const { size: bytes } = await stat(file)
    return { file, bytes, problems, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function copyUnchanged(original: string, file: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await stateOf(original)
    for (const companion of COMPANIONS) {
      await rm(file + companion, { force: true })
      await copiedForUs(original + companion, file + companion).catch((cause: unknown) => {
        if (cause instanceof ShowdocRefusal) throw cause
        if (isDiskFull(cause)) throw noRoom(original, cause)
        const isGone = (cause as NodeJS.ErrnoException).code === 'ENOENT'
        if (!isGone || companion === '') throw unreadable(original + companion, cause)
      })
    }
    if (before === (await stateOf(original))) return
    await setTimeout(BETWEEN_ATTEMPTS_MS)
  }
  throw new ShowdocRefusal('alwaysWritten', { file: original })
}

/** Whatever the permissions of the original, only the user who runs the command can access the copy. */
async function copiedForUs(original: string, file: string): Promise<void> {
  // Opening a pipe would wait for somebody who writes into it.
  if (!(await stat(original)).isFile()) throw new ShowdocRefusal('noFileBeside', { place: original })
  await copyFile(original, file)
  await chmod(file, 0o600)
}

/** Changes with every change of the files. */
async function stateOf(original: string): Promise<string> {
  const states = COMPANIONS.map(async (companion) => {
    const found = await stat(original + companion, { bigint: true }).catch(() => null)
    return found === null ? '' : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`
  })
  return (await Promise.all(states)).join('\n')
}

/** Applies the files beside the copy, and leaves a single file with the usual tables that can be read without writing. */
function recover(file: string, original: string): void {
  try {
    const database = new DatabaseSync(file)
    try {
      database.exec('pragma journal_mode = delete')
      database.prepare('select count(*) from sqlite_master').get()
    } finally {
      database.close()
    }
    inUsualTables(file, original)
  } catch (cause) {
    if (cause instanceof ShowdocRefusal) throw cause
    throw brokenDatabase(original, cause)
  }
}

/** What an operator can do about a file that SQLite cannot read. */
export function brokenDatabase(original: string, cause: unknown): ShowdocRefusal {
  if (isDiskFull(cause)) return noRoom(original, cause)
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ShowdocRefusal('noDatabase', { file: original, reason }, { cause })
}

const noRoom = (original: string, cause: unknown): ShowdocRefusal =>
  new ShowdocRefusal('noRoomForCopy', { file: original, folder: tmpdir() }, { cause })

/** SQLite's codes for a damaged file, and for one that is no database. */
const DAMAGED: readonly number[] = [11, 26]

/** Whether SQLite met a damage; its extended codes have the plain one in their last byte. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  DAMAGED.includes(error.errcode % 256)

/** Removes the copy, which contains all texts, when a signal ends the command. @returns a function that cancels this */
function removedAtSignal(folder: string): () => void {
  const end = (): never => {
    rmSync(folder, { recursive: true, force: true })
    return process.exit(EXIT_FAILED)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, end)
  return () => signals.forEach((signal) => process.off(signal, end))
}
