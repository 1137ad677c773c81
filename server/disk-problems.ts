import { EngineStopped } from '#adapters/database/embedded/engine.ts'
import { FULL_DISK } from '#adapters/system/full-disk.ts'
import { DiskFull } from './unusable-data.ts'

/** SQLite's error for a full disk; SQLite locks the directory. */
const SQLITE_FULL = 13

/** The same error, or `DiskFull` if its cause is a full disk of the data directory. */
export const explainedForDisk = (error: unknown, dataDirectory: string): unknown =>
  isDiskFull(error) ? new DiskFull(dataDirectory, { cause: error }) : error

/** Whether an error, or a cause of it, is a full disk. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown }
  return (
    FULL_DISK.has(code) ||
    errcode === SQLITE_FULL ||
    (error instanceof EngineStopped && error.isDiskFull) ||
    isDiskFull(error.cause)
  )
}
