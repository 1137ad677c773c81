import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { holdsDatabase } from './new-database.ts'

/** Folders that PostgreSQL needs, and that are empty in a database that was stopped or copied completely. */
const OFTEN_EMPTY = [
  ...['pg_commit_ts', 'pg_dynshmem', 'pg_logical/mappings', 'pg_logical/snapshots', 'pg_notify', 'pg_replslot'],
  ...['pg_serial', 'pg_snapshots', 'pg_stat', 'pg_stat_tmp', 'pg_subtrans', 'pg_tblspc', 'pg_twophase'],
  ...['pg_wal/archive_status', 'pg_wal/summaries'],
]

/** Programs that copy files may omit empty folders, without which an otherwise complete database cannot be opened. */
export async function makeEmptyFolders(database: string): Promise<void> {
  if (!(await holdsDatabase(database))) return
  for (const name of OFTEN_EMPTY) await mkdir(path.join(database, name), { recursive: true, mode: 0o700 })
}
