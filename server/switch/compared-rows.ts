import type { CarriedRecord, CarriedTable } from '#adapters/database/carried-records.ts'
import type { Findings } from './plan/findings.ts'
import type { ReasonCode } from './reasons.ts'
import { ENDED, hasCome, KNOWN, sumOfRow } from './row-sums.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'
import { ownColumn } from './source-ids.ts'

/** The changes to the rows of a table that bring it in line with ShowDoc. */
export interface DueRows<T> {
  readonly added: readonly T[]
  readonly changed: readonly T[]
  /** Checksums of both by id, to be recorded when they are written. */
  readonly sums: ReadonlyMap<number, string>
  /** Ids of rows here that are of something else than those that have their numbers in ShowDoc now: these are added. */
  readonly replaced: readonly number[]
}

interface ComparedRows<T> {
  /** The name of their table in ShowDoc. */
  readonly table: string
  readonly planned: readonly T[]
  readonly records: ReadonlyMap<number, CarriedRecord>
  /** The data that decides whether a row has changed. */
  readonly seen: (row: T) => unknown
  /** As in `CarriedRecord`; missing where rows stay what they are. */
  readonly placeOf?: (row: T) => string
}

/** Compares planned rows with those imported earlier. Rows edited here since then are unchanged and reported. */
export function dueRows<T extends { readonly id: number }>(
  { table, planned, records, seen, placeOf }: ComparedRows<T>,
  findings: Findings,
): DueRows<T> {
  const added: T[] = []
  const changed: T[] = []
  const sums = new Map<number, string>()
  const replaced: number[] = []
  for (const row of planned) {
    const record = records.get(row.id)
    const sum = sumOfRow(seen(row))
    const place = hasCome(record) && placeOf ? record.place : null
    const isOther = place !== null && place !== placeOf?.(row)
    // An earlier run took it away, and ShowDoc has it again, or its number.
    const isBack = placeOf !== undefined && hasEnded(record)
    if (!isOther && !isBack && (record?.sourceSum === sum || record?.sourceSum === KNOWN)) continue
    if (hasCome(record) && !isBack && record.here !== 'asItCame') {
      findings.keep(table, row.id, keptReason(record.here))
      continue
    }
    sums.set(row.id, sum)
    if (isOther) replaced.push(row.id)
    ;(hasCome(record) && !isOther && !isBack ? changed : added).push(row)
  }
  return { added, changed, sums, replaced }
}

const hasEnded = (record: CarriedRecord | undefined): boolean => record?.sourceSum === ENDED && record.here === 'gone'

/** What is noted of rows that were taken away here, for them to come when ShowDoc has them again. */
export const endedSums = (ids: readonly number[]): ReadonlyMap<number, string> => new Map(ids.map((id) => [id, ENDED]))

export const keptReason = (here: CarriedRecord['here']): ReasonCode =>
  here === 'gone' ? 'deletedAndChanged' : 'editedAndChanged'

interface GoneRows {
  readonly table: CarriedTable
  /** Of ShowDoc, without whose rows they do not come. */
  readonly others: readonly string[]
  readonly planned: readonly { readonly id: number }[]
  readonly records: ReadonlyMap<number, CarriedRecord>
  readonly database: ShowdocDatabase
}

/**
 * Ids of imported rights that are unchanged here, and no longer exist in ShowDoc. The others that do not exist there are
 * reported.
 */
export function goneRows(
  { table, others, planned, records, database }: GoneRows,
  findings: Findings,
): readonly number[] {
  const [own, column] = ownColumn(table)
  const there = new Set(planned.map(({ id }) => id))
  const gone = [...records.values()].filter(
    (record) => hasCome(record) && record.here !== 'gone' && !there.has(record.id),
  )
  // A row that cannot be read may still be there, and a dump of some tables says nothing of the others.
  const inDoubt = new Set(others.every((name) => database.isWhole(name)) ? [] : database.ids(own, column))
  return gone.flatMap(({ id, here }) => {
    const isKnown = database.isWhole(own) && !inDoubt.has(id)
    if (isKnown && here === 'asItCame') return [id]
    findings.keep(own, id, isKnown ? 'changedAndTaken' : 'rightsUnreadable')
    return []
  })
}
