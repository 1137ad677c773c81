import { stat } from 'node:fs/promises'
import path from 'node:path'
import { beginningOf, isUtf16, looksLikeDump } from './dump/dump-file.ts'
import { ShowdocRefusal } from './refusal.ts'

/** The location of a ShowDoc's data. */
export interface Installation {
  /** The file of its database. */
  readonly database: string
  /** The folder of its attachments, which may not exist. */
  readonly uploads: string
  /** Whether the file is a MySQL dump. */
  readonly isDump: boolean
}

const DATABASE = 'Sqlite/showdoc.db.php'
const UPLOADS = 'Public/Uploads'
/** Below the given folder: that of the program, and the volume of its container. */
const ROOTS = ['', 'html'] as const

/**
 * The installation at a path: its folder, its database file, or a MySQL dump beside `Public`.
 * @throws ShowdocRefusal when there is none
 */
export async function installationAt(given: string): Promise<Installation> {
  const place = path.resolve(given)
  const found = await stat(place).catch((cause: unknown) => {
    throw unreadable(place, cause)
  })
  if (found.isFile()) {
    const first = await beginningOf(place).catch((cause: unknown) => {
      throw unreadable(place, cause)
    })
    if (isUtf16(first)) throw new ShowdocRefusal('inUtf16', { place })
    const isDump = looksLikeDump(first)
    return { database: place, uploads: path.resolve(place, isDump ? '..' : '../..', UPLOADS), isDump }
  }
  if (!found.isDirectory()) throw new ShowdocRefusal('databaseNoFile', { place })
  const others: string[] = []
  for (const root of ROOTS) {
    const database = path.join(place, root, DATABASE)
    const kind = await kindAt(database)
    if (kind === 'file') return { database, uploads: path.join(place, root, UPLOADS), isDump: false }
    if (kind === 'other') others.push(database)
  }
  const [other] = others
  if (other !== undefined) throw new ShowdocRefusal('databaseNoFile', { place: other })
  throw new ShowdocRefusal('noShowdoc', { place, database: path.join(place, DATABASE) })
}

/** What an operator can do about a file or folder that cannot be read. */
export function unreadable(place: string, cause: unknown): unknown {
  const { code } = cause as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return new ShowdocRefusal('notThere', { place }, { cause })
  if (code === 'EACCES' || code === 'EPERM') return new ShowdocRefusal('mayNotRead', { place }, { cause })
  return code !== undefined && /^E[A-Z]+$/.test(code)
    ? new ShowdocRefusal('notOpened', { place, reason: code }, { cause })
    : cause
}

/** @throws ShowdocRefusal when it cannot be reached */
async function kindAt(place: string): Promise<'file' | 'other' | null> {
  const found = await stat(place).catch((cause: unknown) => {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw unreadable(place, cause)
  })
  if (found === null) return null
  return found.isFile() ? 'file' : 'other'
}
