import type { ShowdocDatabase } from '../showdoc-database.ts'

/** The number its newer versions keep per page, regardless of the setting. */
const LEAST = 100
/** The largest possible setting in Octavo. */
const MOST = 1_000

/**
 * How many versions of a page to keep, so that the next save deletes none that ShowDoc would have kept.
 * @param longest number of versions of an imported page
 */
export function versionsKept(database: ShowdocDatabase, longest: number): number {
  const said = Number(database.option('history_version_count') ?? '')
  return Math.min(Math.max(LEAST, longest, Number.isInteger(said) ? said : 0), MOST)
}
