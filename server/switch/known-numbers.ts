import type { CarriedRecord, CarriedTable } from '#adapters/database/carried-records.ts'
import { hasCome, KNOWN } from './row-sums.ts'
import type { SourceIds } from './source-ids.ts'

/** Whether a copy knows of all numbers that came of a table, as one that is older does not. */
export function knowsNumbers(sourceIds: SourceIds, table: CarriedTable, records: readonly CarriedRecord[]): boolean {
  const came = records.filter((record) => hasCome(record) && record.sourceSum !== KNOWN)
  const largest = came.reduce((most, { sourceId }) => Math.max(most, sourceId), 0)
  return sourceIds.largest[table] >= largest
}
