import type { CarriedRecord, CarriedTable } from '#adapters/database/carried-records.ts'
import { hasCome } from './row-sums.ts'

/** By ids here. */
type Records = ReadonlyMap<CarriedTable, ReadonlyMap<number, CarriedRecord>>

/** What came earlier and is not here any more: nothing new can belong to it. */
export interface GoneHere {
  readonly accounts: ReadonlySet<number>
  readonly items: ReadonlySet<number>
  readonly catalogs: ReadonlySet<number>
  /** Whether somebody decided here whose it is, so that the owner in ShowDoc does not matter any more. */
  isDecided(table: 'item' | 'team', id: number): boolean
  readonly hadTeamRights: boolean
}

export const NOTHING_GONE: GoneHere = {
  accounts: new Set(),
  items: new Set(),
  catalogs: new Set(),
  isDecided: () => false,
  hadTeamRights: false,
}

/** Whether rights by teams came, which may limit those of members. */
export const hadTeamRights = (records: Records): boolean =>
  [...(records.get('team_grant')?.values() ?? [])].some(hasCome)

/** Ids of what came of a table, and is not here any more. */
export const goneOf = (records: Records, table: CarriedTable): ReadonlySet<number> =>
  new Set([...(records.get(table)?.values() ?? [])].flatMap((record) => (isGone(record) ? [record.id] : [])))

const isGone = (record: CarriedRecord): boolean => hasCome(record) && record.here === 'gone'

export const goneHere = (records: Records): GoneHere => ({
  accounts: goneOf(records, 'user'),
  items: goneOf(records, 'item'),
  catalogs: goneOf(records, 'catalog'),
  isDecided(table, id) {
    const record = records.get(table)?.get(id)
    return hasCome(record) && record.here !== 'asItCame'
  },
  hadTeamRights: hadTeamRights(records),
})
