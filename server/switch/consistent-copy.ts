import { chmod, copyFile, mkdtemp, realpath, rm, stat } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { EXIT_FAILED } from '../exits.ts'
import { UnusableData } from '../unusable-data.ts'
import { copyOfDump } from './dump/dump-copy.ts'
import { unreadable } from './installation.ts'

/** A copy of a database in a folder of its own, which goes with it. */
export interface DatabaseCopy {
  readonly file: string
  readonly bytes: number
  remove(): Promise<void>
}

/** What SQLite writes beside a database and needs to read it as it was at one moment. */
const COMPANIONS = ['', '-journal', '-wal'] as const
const ATTEMPTS = 20
const BETWEEN_ATTEMPTS_MS = 250

/**
 * The database as it is at one moment, whether or not its ShowDoc runs. Nothing beside the original is opened with SQLite,
 * which would write there: its files are copied, again when one of them changed meanwhile, and what was left of a
 * transaction is undone in the copy.
 * @param parent a folder for copies that is emptied by its owner; where it is left out, a signal that ends the process
 * removes the copy
 * @throws UnusableData when the database is written to all the time, or cannot be read
 */
export function consistentCopyOf(original: string, parent?: string): Promise<DatabaseCopy> {
  return copyMadeBy(parent, async (file) => {
    // What SQLite writes beside a database lies where the file itself does, not where a link to it is.
    const real = await realpath(original).catch((cause: unknown) => {
      throw unreadable(original, cause)
    })
    await copyUnchanged(real, file)
    recover(file, original)
  })
}

/** The database that a dump of MySQL tells of. @throws UnusableData for what is no dump of a ShowDoc */
export const copyFromDump = (dump: string, parent?: string): Promise<DatabaseCopy> =>
  copyMadeBy(parent, (file) => copyOfDump(dump, file))

async function copyMadeBy(parent: string | undefined, make: (file: string) => Promise<void>): Promise<DatabaseCopy> {
  const folder = await mkdtemp(path.join(parent ?? tmpdir(), 'octavo-switch-'))
  const endWithProcess = parent === undefined ? removedAtSignal(folder) : () => undefined
  const remove = async (): Promise<void> => {
    endWithProcess()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const file = path.join(folder, 'showdoc.db')
    await make(file)
    const { size: bytes } = await stat(file)
    return { file, bytes, remove }
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
        const isGone = (cause as NodeJS.ErrnoException).code === 'ENOENT'
        if (!isGone || companion === '') throw unreadable(original + companion, cause)
      })
    }
    if (before === (await stateOf(original))) return
    await setTimeout(BETWEEN_ATTEMPTS_MS)
  }
  throw new UnusableData([
    `${original} is being written to all the time, so no moment of it could be copied.`,
    'Stop ShowDoc, or try again when few people work in it.',
  ])
}

/** Whoever may read the original, or write to it: the copy is of the one who runs the command. */
async function copiedForUs(original: string, file: string): Promise<void> {
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

/** Takes in what lies beside the copy, and leaves a single file that can be read without writing. */
function recover(file: string, original: string): void {
  try {
    const database = new DatabaseSync(file)
    try {
      database.exec('pragma journal_mode = delete')
      database.prepare('select count(*) from sqlite_master').get()
    } finally {
      database.close()
    }
  } catch (cause) {
    throw brokenDatabase(original, cause)
  }
}

/** What an operator can do about a file that SQLite cannot read. */
export function brokenDatabase(original: string, cause: unknown): UnusableData {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new UnusableData(
    [
      `${original} cannot be read as a database of SQLite (${reason}).`,
      'If it is the right file, it is damaged: keep a copy of it as it is, and name that of your last backup.',
    ],
    { cause },
  )
}

/** Whoever stops the command leaves no copy of all texts behind. @returns what takes the care off */
function removedAtSignal(folder: string): () => void {
  const end = (): never => {
    rmSync(folder, { recursive: true, force: true })
    return process.exit(EXIT_FAILED)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, end)
  return () => signals.forEach((signal) => process.off(signal, end))
}
