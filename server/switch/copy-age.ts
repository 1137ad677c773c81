import type { NotedSource } from './note.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

/** Tables of which the database counts the numbers it gave, so that none is given again after a deletion. */
const COUNTED = ['item', 'page', 'page_history'] as const
/** Of which ShowDoc deletes no row for good, with the column of its numbers. */
const KEPT = ['item_change_log', 'id'] as const
/** Times of rows that only get later, in seconds. */
const TIMED = [
  ['user', 'uid', 'last_login_time'],
  ['item', 'item_id', 'last_update_time'],
  ['page', 'page_id', 'addtime'],
] as const
/** Larger values are no numbers that somebody was given, nor times of today. */
const MOST = 4_000_000_000

/** What tells which of two copies of a ShowDoc is the older one. Tables that a copy does not have say nothing. */
export interface CopyAge {
  /** The largest number of each table, by its name. */
  readonly numbers: Readonly<Record<string, number>>
  /** The times of the rows of each table, by their numbers. */
  readonly times: Readonly<Record<string, ReadonlyMap<number, number>>>
}
export type NotedAge = NonNullable<NotedSource['age']>

export const copyAge = (database: ShowdocDatabase): CopyAge => ({
  numbers: Object.fromEntries(
    [
      ...COUNTED.map((table) => [table, database.largestGiven(table, MOST)] as const),
      [KEPT[0], database.largest(...KEPT, MOST)] as const,
    ].filter(([, largest]) => largest > 0),
  ),
  times: Object.fromEntries(
    TIMED.filter(([table, ...columns]) => database.has(table, ...columns)).map(([table, column, time]) => [
      table,
      database.timesBy(table, column, time),
    ]),
  ),
})

/** What is noted of a copy: of each table the row that changed last. */
export const notedAge = ({ numbers, times }: CopyAge): NotedAge => ({
  numbers,
  latest: Object.fromEntries(
    Object.entries(times).flatMap(([table, of]) => {
      const latest = [...of].reduce<readonly [number, number] | null>(
        (most, [id, time]) => (time <= MOST && time > (most?.[1] ?? 0) ? [id, time] : most),
        null,
      )
      return latest ? [[table, { id: latest[0], time: latest[1] }]] : []
    }),
  ),
})

/** The table in which a copy is behind the one that is noted; null when it can be as new. */
export function tableBehind({ numbers, times }: CopyAge, noted: NotedAge): string | null {
  const inNumbers = Object.entries(noted.numbers).find(([table, largest]) => isLess(numbers[table], largest))
  const inTimes = Object.entries(noted.latest).find(([table, { id, time }]) => isLess(times[table]?.get(id), time))
  return (inNumbers ?? inTimes)?.[0] ?? null
}

const isLess = (now: number | undefined, then: number): boolean => now !== undefined && now < then
