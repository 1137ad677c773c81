import { mkdir } from 'node:fs/promises'
import { CannotCopy } from '#adapters/database/whole-tables.ts'
import { ConfigError } from '../config.ts'
import { explainedForDisk } from '../disk-problems.ts'
import { BrokenArchive } from './archive.ts'

const REFUSED: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read or write there',
  EPERM: 'this user may not read or write there',
  EROFS: 'it lies on a file system that is mounted read-only',
  ENOTDIR: 'a file lies where a folder should be',
  EEXIST: 'another command is writing there',
}

/** @throws Error with the code ENOTDIR when there is a file, of which the system says EEXIST as of a folder in use */
export async function madeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const isFile = (error as NodeJS.ErrnoException).code === 'EEXIST'
    throw isFile ? Object.assign(error as Error, { code: 'ENOTDIR' }) : error
  }
}

/** What an operator can do about a failed backup or restore; unknown errors are returned unchanged. */
export function explainedFailure(error: unknown, place: string): unknown {
  if (error instanceof CannotCopy || error instanceof BrokenArchive)
    return new ConfigError([`${place}: ${error.message}.`], { cause: error })
  const { code = '', path = place } = error as { readonly code?: string; readonly path?: string }
  const reason = REFUSED[code]
  return reason === undefined
    ? explainedForDisk(error, place)
    : new ConfigError([`${path}: ${reason}.`], { cause: error })
}
