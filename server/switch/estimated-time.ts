import type { Look } from './look.ts'

/** Measured on two cores with PostgreSQL; slower machines take longer. */
const ROWS_EACH_SECOND = 1_500
const BYTES_EACH_SECOND = 60_000_000
const ACCOUNTS_EACH_SECOND = 20
const ALWAYS_SECONDS = 3

/** The estimated duration of importing what was found, in seconds. */
export function estimatedSeconds({ tables, uploads }: Pick<Look, 'tables' | 'uploads'>): number {
  const rowsOf = (...names: readonly string[]): number =>
    tables.reduce((sum, { name, rows }) => sum + (names.includes(name) ? rows : 0), 0)
  return Math.ceil(
    ALWAYS_SECONDS +
      rowsOf('page', 'page_history', 'catalog', 'upload_file') / ROWS_EACH_SECOND +
      rowsOf('user') / ACCOUNTS_EACH_SECOND +
      uploads.bytes / BYTES_EACH_SECOND,
  )
}
