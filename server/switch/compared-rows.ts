import type { CarriedRecord } from '#adapters/database/carried-records.ts'
import type { Findings } from './plan/findings.ts'
import type { ReasonCode } from './reasons.ts'
import { hasCome, KNOWN, sumOfRow } from './row-sums.ts'

/** The changes to the rows of a table that bring it in line with ShowDoc. */
export interface DueRows<T> {
  readonly added: readonly T[]
  readonly changed: readonly T[]
  /** Checksums of both by id, to be recorded when they are written. */
  readonly sums: ReadonlyMap<number, string>
}

interface ComparedRows<T> {
  /** The name of their table in ShowDoc. */
  readonly table: string
  readonly planned: readonly T[]
  readonly records: ReadonlyMap<number, CarriedRecord>
  /** The data that decides whether a row has changed. */
  readonly seen: (row: T) => unknown
}

/** Compares planned rows with those imported earlier. Rows edited here since then are unchanged and reported. */
export function dueRows<T extends { readonly id: number }>(
  { table, planned, records, seen }: ComparedRows<T>,
  findings: Findings,
): DueRows<T> {
  const added: T[] = []
  const changed: T[] = []
  const sums = new Map<number, string>()
  for (const row of planned) {
    const record = records.get(row.id)
    const sum = sumOfRow(seen(row))
    if (record?.sourceSum === sum || record?.sourceSum === KNOWN) continue
    if (hasCome(record) && record.here !== 'asItCame') {
      findings.keep(table, row.id, keptReason(record.here))
      continue
    }
    sums.set(row.id, sum)
    ;(hasCome(record) ? changed : added).push(row)
  }
  return { added, changed, sums }
}

export const keptReason = (here: CarriedRecord['here']): ReasonCode =>
  here === 'gone' ? 'deletedAndChanged' : 'editedAndChanged'

/** Ids of imported rows that are unchanged here, and no longer exist in ShowDoc. */
export const goneRows = (
  planned: readonly { readonly id: number }[],
  records: ReadonlyMap<number, CarriedRecord>,
): readonly number[] => {
  const there = new Set(planned.map(({ id }) => id))
  return [...records.values()]
    .filter((record) => hasCome(record) && record.here === 'asItCame' && !there.has(record.id))
    .map(({ id }) => id)
}
