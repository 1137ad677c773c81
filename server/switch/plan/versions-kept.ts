import type { ShowdocDatabase } from '../showdoc-database.ts'

/** As many as its newer versions keep of a page, whatever is set. */
const LEAST = 100
/** The most that Octavo can be told to keep. */
const MOST = 1_000

/**
 * How many versions of a page are to be kept, so that the next save takes none away that ShowDoc would have kept.
 * @param longest history of a page that comes along
 */
export function versionsKept(database: ShowdocDatabase, longest: number): number {
  const said = Number(database.option('history_version_count') ?? '')
  return Math.min(Math.max(LEAST, longest, Number.isInteger(said) ? said : 0), MOST)
}
