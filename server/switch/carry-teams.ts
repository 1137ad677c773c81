import type { CarriedRecord, CarriedTable } from '#adapters/database/carried-records.ts'
import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { dueRows, goneRows } from './compared-rows.ts'
import { CAME, seenOfGrant, seenOfTeam, seenOfTeamMember } from './row-sums.ts'
import type { Step } from './step.ts'

interface CarryingTeams {
  readonly rows: CarriedRows
  readonly step: Step
}

/**
 * Imports teams with their members, items and rights; what was removed in ShowDoc is removed here. @returns whether
 * anything was written
 */
export async function carryTeams({ rows, step }: CarryingTeams): Promise<boolean> {
  const { plan, arrangement, showdoc } = step
  const { teams, members, items, grants } = plan.teams
  const now = await recordsNow(rows, step)
  const of = (table: CarriedTable): ReadonlyMap<number, CarriedRecord> => now.get(table) ?? new Map()
  const { findings } = plan
  const due = {
    teams: dueRows({ table: 'team', planned: teams, records: of('team'), seen: seenOfTeam }, findings),
    members: dueRows(
      { table: 'team_member', planned: members, records: of('team_member'), seen: seenOfTeamMember },
      findings,
    ),
    items: dueRows({ table: 'team_item', planned: items, records: of('team_item'), seen: () => CAME }, findings),
    grants: dueRows(
      { table: 'team_item_member', planned: grants, records: of('team_grant'), seen: seenOfGrant },
      findings,
    ),
  }
  const gone =
    showdoc.only === null
      ? {
          members: goneRows(members, of('team_member')),
          items: goneRows(items, of('team_item')),
          grants: goneRows(grants, of('team_grant')),
        }
      : { members: [], items: [], grants: [] }
  const count = gone.members.length + gone.items.length + gone.grants.length
  if (count === 0 && Object.values(due).every(({ sums }) => sums.size === 0)) return false
  if (gone.grants.length > 0) await rows.removeGrants(gone.grants)
  for (const id of gone.items) await rows.store.teams.unbind(id)
  for (const id of gone.members) await rows.store.teams.removeMember(id)
  await rows.addTeams(due.teams.added)
  for (const team of due.teams.changed) await rows.store.teams.update(team)
  await rows.addTeamMembers(await notThere(due.members.added, (teamId) => rows.store.teams.membersOf(teamId), userOf))
  if (due.members.changed.length > 0) await rows.store.teams.putMembers(due.members.changed)
  await rows.addTeamItems(await notThere(due.items.added, (teamId) => rows.store.teams.itemsOf(teamId), itemOf))
  await addGrants(rows, due.grants.added)
  if (due.grants.changed.length > 0) await rows.store.teams.putGrants(due.grants.changed)
  const records = rows.records(arrangement.source.number)
  await records.note('team', due.teams.sums)
  await records.note('team_member', due.members.sums)
  await records.note('team_item', due.items.sums)
  await records.note('team_grant', due.grants.sums)
  return true
}

const TABLES = ['team', 'team_member', 'team_item', 'team_grant'] as const

/** The records of the imported teams, which are locked until the end of the transaction. */
async function recordsNow(
  rows: CarriedRows,
  { arrangement }: Step,
): Promise<ReadonlyMap<CarriedTable, ReadonlyMap<number, CarriedRecord>>> {
  const known = rows.records(arrangement.source.number)
  const now = new Map<CarriedTable, ReadonlyMap<number, CarriedRecord>>()
  for (const table of TABLES) {
    const records = await known.held(table, [...(arrangement.records.get(table)?.keys() ?? [])])
    now.set(table, new Map(records.map((record) => [record.id, record])))
  }
  return now
}

const userOf = ({ userId }: { readonly userId: number }): number => userId
const itemOf = ({ itemId }: { readonly itemId: number }): number => itemId

/** Those whose place in the team is not taken by a row that people created here. */
async function notThere<T extends { readonly teamId: number }, Here>(
  added: readonly T[],
  here: (teamId: number) => Promise<readonly Here[]>,
  of: (row: T | Here) => number,
): Promise<readonly T[]> {
  const free: T[] = []
  for (const [teamId, rows] of Map.groupBy(added, (row) => row.teamId)) {
    const taken = new Set((await here(teamId)).map(of))
    free.push(...rows.filter((row) => !taken.has(of(row))))
  }
  return free
}

async function addGrants(rows: CarriedRows, added: Parameters<CarriedRows['addTeamGrants']>[0]): Promise<void> {
  const free: (typeof added)[number][] = []
  for (const grant of added) {
    const here = await rows.store.teams.grantsOn(grant.teamId, grant.itemId)
    if (!here.some(({ userId }) => userId === grant.userId)) free.push(grant)
  }
  await rows.addTeamGrants(free)
}
