import type { CarriedRecord } from '#adapters/database/carried-records.ts'
import type { Findings } from './plan/findings.ts'
import { hasCome, KNOWN, sumOfRow } from './row-sums.ts'

/** What is to be done with the rows of a table, so that what is here is what is there. */
export interface DueRows<T> {
  readonly added: readonly T[]
  readonly changed: readonly T[]
  /** Sums of both by their ids, to be noted when they are written. */
  readonly sums: ReadonlyMap<number, string>
}

interface ComparedRows<T> {
  /** The name of their table in ShowDoc. */
  readonly table: string
  readonly planned: readonly T[]
  readonly records: ReadonlyMap<number, CarriedRecord>
  /** Of what decides whether a row changed. */
  readonly seen: (row: T) => unknown
}

/** Holds rows as they are to be against what came before. What was edited here since is left as it is, and told. */
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

export const keptReason = (here: CarriedRecord['here']): string =>
  here === 'gone'
    ? 'it was deleted here since it came, and changed in ShowDoc: it stays deleted'
    : 'it was edited here and in ShowDoc since it came: it stays as it is here'

/** Ids of rows that came, are as they were then, and are in ShowDoc no more. */
export const goneRows = (
  planned: readonly { readonly id: number }[],
  records: ReadonlyMap<number, CarriedRecord>,
): readonly number[] => {
  const there = new Set(planned.map(({ id }) => id))
  return [...records.values()]
    .filter((record) => hasCome(record) && record.here === 'asItCame' && !there.has(record.id))
    .map(({ id }) => id)
}
