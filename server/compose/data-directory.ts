import { access, constants, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from '../config.ts'
import { readIfThere, syncFolder, writeWhole } from '../durable-files.ts'
import { UnusableData } from '../unusable-data.ts'

const MODE = 0o700
const FOR_OTHERS = 0o077

/**
 * Creates the folder of `DATA_DIR` if it is missing. An existing one keeps its owner and mode, which an operator may
 * have chosen: `warn` is called when other users can read it (threats K4).
 * @returns its absolute path
 * @throws ConfigError when it is not writable
 */
export async function prepareDataDirectory(given: string, warn: (message: string) => void): Promise<string> {
  const directory = path.resolve(given)
  try {
    const isNew = await madeFolder(directory)
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    if (!isNew && ((await stat(directory)).mode & FOR_OTHERS) !== 0)
      warn(`other users of this machine can look into ${directory}: chmod 700 keeps them out`)
    return directory
  } catch (error) {
    throw unwritable(given, error)
  }
}

/**
 * With the folders above it. Node's own way of doing so never comes to an end where a folder takes none, as in /proc.
 * Another process may make any of them at the same moment.
 * @returns whether it was missing
 */
async function madeFolder(directory: string): Promise<boolean> {
  try {
    return await isMadeNow(directory)
  } catch (error) {
    const above = path.dirname(directory)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === directory) throw error
    await madeFolder(above)
    return isMadeNow(directory)
  }
}

/** @returns false for a folder that is there */
async function isMadeNow(directory: string): Promise<boolean> {
  try {
    await mkdir(directory, { mode: MODE })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && (await stat(directory)).isDirectory()) return false
    throw error
  }
}

function unwritable(given: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  const reason =
    code === 'EEXIST' || code === 'ENOTDIR'
      ? 'is a file or lies below one; it must be a folder'
      : code === 'EACCES' || code === 'EPERM'
        ? `cannot be written to by ${user()}: make that user its owner, or choose another folder`
        : code === 'EROFS'
          ? 'lies on a file system that is mounted read-only'
          : code === 'ELOOP' || code === 'ENAMETOOLONG' || code === 'ENOENT'
            ? `is no path that a folder can have here (${code})`
            : null
  return reason === null ? error : new ConfigError([`DATA_DIR=${given}: ${reason}.`], { cause: error })
}
const user = (): string => (process.getuid ? `the user with the id ${process.getuid()}` : 'this user')

/** Where a restore keeps its data until it is complete. Empty, it is what one has left that was killed at its end. */
export const RESTORING = 'restoring'

/** @throws UnusableData when a restore is unfinished */
export async function assertNotRestoring(dataDirectory: string): Promise<void> {
  if ((await namesIn(path.join(dataDirectory, RESTORING))).length === 0) return
  throw new UnusableData([
    `a restore into ${dataDirectory} was begun and has not ended.`,
    'Run the same `npm run restore` again: it begins anew.',
  ])
}

/** The folder of the embedded database. */
export const databaseFolderOf = (dataDirectory: string): string => path.join(dataDirectory, 'database')

/**
 * A database is created only where there never was a site: beside a key or files without their database, a new one
 * would hide the fact that the old one is missing. What a first start left that was interrupted is no site.
 * @returns whether there never was a site
 * @throws UnusableData when parts of a site exist and its embedded database does not, or not whole
 */
export async function assertWholeOrNew(dataDirectory: string): Promise<{ readonly isNew: boolean }> {
  const database = databaseFolderOf(dataDirectory)
  const inDatabase = await namesInDatabase(database)
  await assertUsed(dataDirectory, inDatabase)
  const ofSite = await tracesIn(dataDirectory)
  if (ofSite.length === 0 && (await namesIn(dataDirectory)).includes(UNFINISHED)) return { isNew: true }
  if (inDatabase.includes('PG_VERSION')) {
    const missing = await missingIn(database)
    if (missing.length > 0) throw halfRestored(dataDirectory, missing, ofSite.length > 0)
    return { isNew: false }
  }
  const found = [...ofSite, ...(inDatabase.length > 0 ? ['a part of database'] : [])]
  if (found.length === 0) return { isNew: true }
  throw new UnusableData([
    `${dataDirectory} looks half restored: ${found.join(' and ')} ${found.length > 1 ? 'are' : 'is'} there, the database in ${database} is not.`,
    'Restore the folder database from the same backup.',
    'If this site keeps its data in PostgreSQL, set DATABASE_URL.',
    'For a new site give DATA_DIR an empty folder.',
  ])
}

/** Says since when the site keeps its data in PostgreSQL, beside an embedded database from before. */
const UNUSED = 'database.unused'

/**
 * Called once the site works on PostgreSQL: without it, a command that lacks `DATABASE_URL` would work on the embedded
 * database from before, e.g. give the site another key with which its real data cannot be opened.
 */
export async function noteUnusedDatabase(dataDirectory: string, now: Date): Promise<void> {
  const isLeft = (await namesIn(databaseFolderOf(dataDirectory))).includes('PG_VERSION')
  if (!isLeft || (await namesIn(dataDirectory)).includes(UNUSED)) return
  await writeWhole(path.join(dataDirectory, UNUSED), `${now.toISOString().slice(0, 10)}\n`)
}

async function assertUsed(dataDirectory: string, inDatabase: readonly string[]): Promise<void> {
  const note = path.join(dataDirectory, UNUSED)
  const since = inDatabase.includes('PG_VERSION') ? await readIfThere(note) : null
  if (since === null) return
  throw new UnusableData([
    `the database in ${databaseFolderOf(dataDirectory)} is not used any more: since ${since} this site keeps its data in PostgreSQL.`,
    'Set DATABASE_URL. A command has the settings of the service after `set -a; . /etc/octavo.env; set +a`.',
    `To go back to what it held before, remove ${note}.`,
  ])
}

/** Is there while the first start makes the database. */
const UNFINISHED = 'database.unfinished'

/**
 * Makes the database of a new site, so that the next start begins again when this one is interrupted: the engine leaves
 * a folder then that it cannot open.
 */
export async function makingDatabase<T>(dataDirectory: string, make: () => Promise<T>): Promise<T> {
  const mark = path.join(dataDirectory, UNFINISHED)
  const database = databaseFolderOf(dataDirectory)
  // The folder itself may be a link to another disk, or a mounted one.
  for (const name of await namesInDatabase(database))
    await rm(path.join(database, name), { recursive: true, force: true })
  await writeFile(mark, '')
  await syncFolder(dataDirectory)
  const made = await make()
  await rm(mark)
  // Otherwise a power cut could bring it back, and the next start would begin anew over what people wrote.
  await syncFolder(dataDirectory)
  return made
}

/** Whether a server has worked here, with whatever database. */
export const hasSite = async (dataDirectory: string): Promise<boolean> => (await tracesIn(dataDirectory)).length > 0

/** What a start leaves beside the database. */
async function tracesIn(dataDirectory: string): Promise<readonly string[]> {
  const secretKey = (await namesIn(dataDirectory)).includes('secret.key') ? ['secret.key'] : []
  const files = (await namesIn(path.join(dataDirectory, 'files'))).length > 0 ? ['files'] : []
  return [...secretKey, ...files]
}

/** Without one of these the engine cannot open a database, and its own words say nothing of them. */
const NEEDED_IN_DATABASE = [
  ...['base', 'base/5', 'global', 'global/pg_control', 'pg_multixact', 'pg_wal', 'pg_xact'],
  ...['pg_hba.conf', 'postgresql.conf'],
]

async function missingIn(database: string): Promise<readonly string[]> {
  const isThere = await Promise.all(
    NEEDED_IN_DATABASE.map((name) =>
      access(path.join(database, name)).then(
        () => true,
        () => false,
      ),
    ),
  )
  const missing = NEEDED_IN_DATABASE.filter((_, at) => !isThere[at])
  return missing.filter((name) => !missing.includes(path.dirname(name)))
}

const halfRestored = (dataDirectory: string, missing: readonly string[], hasTraces: boolean): UnusableData =>
  new UnusableData([
    `${dataDirectory} looks half restored: in ${databaseFolderOf(dataDirectory)} ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing.`,
    'Stop here and keep a copy of the folder as it is. Then restore the whole of DATA_DIR from one backup.',
    ...(hasTraces ? [] : [INTERRUPTED]),
  ])
const INTERRUPTED =
  'If the very first start was interrupted, nothing is in it: remove the folder database and start again.'

/** @throws UnusableData when there is no embedded database */
export async function assertHoldsSite(dataDirectory: string): Promise<void> {
  if (!(await assertWholeOrNew(dataDirectory)).isNew) return
  throw new UnusableData([
    `there is no site in ${dataDirectory}: set DATA_DIR to the folder the server uses, or DATABASE_URL.`,
  ])
}

/** What a new disk comes with belongs to root, and to no database. */
const namesInDatabase = async (database: string): Promise<readonly string[]> =>
  (await namesIn(database)).filter((name) => name !== 'lost+found')

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** What an operator can do when the embedded database cannot be opened. */
export const damagedDatabase = (dataDirectory: string, cause: unknown): UnusableData =>
  new UnusableData(
    [
      `the database in ${databaseFolderOf(dataDirectory)} cannot be opened: it is damaged or not whole${reasonOf(cause)}.`,
      'Stop here and keep a copy of the folder as it is. Then restore DATA_DIR from your last backup.',
      INTERRUPTED,
    ],
    { cause },
  )

/** In parentheses what the system said, as of a file that cannot be read; the engine's own last words say nothing. */
function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause)
  return /^E[A-Z]+: /.test(message) ? ` (${message})` : ''
}
