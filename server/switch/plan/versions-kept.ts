import type { ShowdocDatabase } from '../showdoc-database.ts'

/** The number its newer versions keep per page, regardless of the setting. */
const LEAST = 100
/** The largest possible setting in Octavo. */
export const MOST_KEPT = 1_000

/**
 * How many versions of a page ShowDoc keeps, or a page of it has.
 * @param longest number of versions of an imported page
 */
export function versionsThere(database: ShowdocDatabase, longest: number): number {
  const said = Number(database.option('history_version_count') ?? '')
  return Math.max(LEAST, longest, Number.isInteger(said) ? said : 0)
}
