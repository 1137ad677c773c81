import { stat } from 'node:fs/promises'
import path from 'node:path'
import { UnusableData } from '../unusable-data.ts'
import { beginningOf, isUtf16, looksLikeDump } from './dump/dump-file.ts'

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
 * @throws UnusableData when there is none
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
    if (isUtf16(first))
      throw new UnusableData([
        `${place} is in UTF-16, as > of PowerShell writes it, which may have damaged its texts.`,
        'Make it anew with --result-file=dump.sql and --default-character-set=utf8mb4.',
      ])
    const isDump = looksLikeDump(first)
    return { database: place, uploads: path.resolve(place, isDump ? '..' : '../..', UPLOADS), isDump }
  }
  for (const root of ROOTS) {
    const database = path.join(place, root, DATABASE)
    if (await isFile(database)) return { database, uploads: path.join(place, root, UPLOADS), isDump: false }
  }
  throw new UnusableData([
    `there is no ShowDoc in ${place}: ${path.join(place, DATABASE)} is not there.`,
    'Name the folder in which Sqlite and Public lie, as /showdoc_data/html, or the file of the database itself.',
    'Of a ShowDoc that keeps its data in MySQL, name a dump by mysqldump, as dump.sql or dump.sql.gz, beside which its folder Public lies.',
  ])
}

/** What an operator can do about a file or folder that cannot be read. */
export function unreadable(place: string, cause: unknown): unknown {
  const { code } = cause as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return new UnusableData([`${place} is not there.`], { cause })
  if (code === 'EACCES' || code === 'EPERM')
    return new UnusableData(
      [
        `${place} cannot be read by this user: run the command as its owner, or copy the folder to a place it may read.`,
      ],
      { cause },
    )
  return cause
}

async function isFile(place: string): Promise<boolean> {
  try {
    return (await stat(place)).isFile()
  } catch (cause) {
    const told = unreadable(place, cause)
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw told
  }
}
