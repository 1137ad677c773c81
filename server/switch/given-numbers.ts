import type { CarriedRecords, CarriedTable } from '#adapters/database/carried-records.ts'
import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { idColumn, referenceColumn, timeColumn } from './columns.ts'
import { knowsNumbers } from './known-numbers.ts'
import type { OpenedShowdoc } from './look.ts'
import type { NotedSource } from './note.ts'
import type { Findings } from './plan/findings.ts'
import { hasCome } from './row-sums.ts'
import { quoted, type ShowdocDatabase } from './showdoc-database.ts'
import { ownColumn } from './source-ids.ts'

/** A row here whose number another one has in ShowDoc now. */
export interface FormerOfNumber {
  readonly table: CarriedTable
  /** Here. */
  readonly id: number
  readonly sourceId: number
  /** Whether the other one got a number here: none from a copy that is older than what came. */
  readonly isGiven: boolean
}

/**
 * Gives new ids to catalogs and teams whose numbers came with others: a catalog of another item, and a team that was
 * made at another time by somebody else. Those that came stay what they are.
 */
export async function giveNewNumbers(
  rows: CarriedRows,
  { database, sourceIds }: OpenedShowdoc,
  { number }: NotedSource,
): Promise<readonly FormerOfNumber[]> {
  const records = rows.records(number)
  const hereOf = async (table: CarriedTable): Promise<Ids> =>
    new Map((await records.of(table)).map(({ sourceId, id }) => [sourceId, id]))
  const others = [
    ['catalog', await otherCatalogs(records, database, await hereOf('item'))],
    ['team', await otherTeams(rows, { records, database, people: await hereOf('user') })],
  ] as const
  if (others.every(([, { size }]) => size === 0)) return []
  const isGiven = await isNewEnough(records, { database, sourceIds })
  const former: FormerOfNumber[] = []
  for (const [table, ids] of others) {
    if (isGiven && ids.size > 0) await records.assignAnew(table, [...ids.keys()])
    former.push(...Array.from(ids, ([sourceId, id]) => ({ table, id, sourceId, isGiven })))
  }
  return former
}

/** Whether the copy can be as new as the last one. */
async function isNewEnough(
  records: CarriedRecords,
  { database, sourceIds }: Pick<OpenedShowdoc, 'database' | 'sourceIds'>,
): Promise<boolean> {
  for (const table of ['user', 'item', 'page', 'page_version'] as const)
    if (database.has(ownColumn(table)[0]) && !knowsNumbers(sourceIds, table, await records.of(table))) return false
  return true
}

type Ids = ReadonlyMap<number, number>

/** As texts, and not counted as read: rows have other ids once they are. */
function textsIn(database: ShowdocDatabase, table: string, columns: readonly string[]): readonly (string | null)[][] {
  if (!database.has(table, ...columns)) return []
  const list = columns.map((column) => `cast(${quoted(column)} as text) as ${quoted(column)}`).join(', ')
  const rows = Array.from(database.stored(`select ${list} from ${quoted(table)}`))
  return rows.map((row) => columns.map((column) => row[column]?.toString() ?? null))
}

/** Ids here by those in ShowDoc. */
async function otherCatalogs(records: CarriedRecords, database: ShowdocDatabase, items: Ids): Promise<Ids> {
  const came = new Map((await records.of('catalog')).map((record) => [record.sourceId, record]))
  const others = new Map<number, number>()
  for (const [catalog, item] of textsIn(database, 'catalog', ['cat_id', 'item_id'])) {
    const id = idColumn.safeParse(catalog).data ?? 0
    const itemHere = items.get(idColumn.safeParse(item).data ?? 0)
    const record = came.get(id)
    if (!hasCome(record) || record.place === null || itemHere === undefined) continue
    if (record.place !== String(itemHere)) others.set(id, record.id)
  }
  return others
}

interface SoughtTeams {
  readonly records: CarriedRecords
  readonly database: ShowdocDatabase
  readonly people: Ids
}

/** Ids here by those in ShowDoc. A team that was handed over or renamed is the same one. */
async function otherTeams(rows: CarriedRows, { records, database, people }: SoughtTeams): Promise<Ids> {
  const came = new Map((await records.of('team')).map((record) => [record.sourceId, record]))
  const others = new Map<number, number>()
  for (const [team, owner, time] of textsIn(database, 'team', ['id', 'uid', 'addtime'])) {
    const id = idColumn.safeParse(team).data ?? 0
    const createdAt = timeColumn.parse(time)
    const record = came.get(id)
    const here = hasCome(record) && createdAt !== null ? await rows.store.teams.byId(record.id) : null
    const isOfOwner = here?.ownerId === people.get(referenceColumn.parse(owner) ?? 0)
    if (here && here.createdAt.getTime() !== createdAt?.getTime() && !isOfOwner) others.set(id, here.id)
  }
  return others
}

/** Takes from the copy what got no number, for nothing to be taken for what has it here. */
export function leaveWithoutNumber(database: ShowdocDatabase, former: readonly FormerOfNumber[]): void {
  const without = former.filter(({ isGiven }) => !isGiven)
  if (without.length === 0) return
  database.change((writable) => {
    for (const { table, sourceId } of without) {
      const [name, column] = ownColumn(table)
      writable.prepare(`delete from ${quoted(name)} where cast(${quoted(column)} as text) = ?`).run(String(sourceId))
    }
  })
}

export function tellOfNumbers(former: readonly FormerOfNumber[], findings: Findings): void {
  for (const { table, id, isGiven } of former)
    if (isGiven) findings.keep(ownColumn(table)[0], id, 'numberGivenAgain')
    else findings.leave(ownColumn(table)[0], id, 'numberOfOlder')
}
