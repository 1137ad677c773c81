import type { CarriedRecord, CarriedTable } from '#adapters/database/carried-records.ts'
import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import type { TeamGrant, TeamItem, TeamMember } from '#core/team/team.ts'
import { dueRows, endedSums, goneRows } from './compared-rows.ts'
import { endUnvouchedIn } from './end-unvouched.ts'
import { CAME, hasCome, seenOfGrant, seenOfTeam, seenOfTeamMember } from './row-sums.ts'
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
  const { database } = showdoc
  const due = {
    teams: dueRows({ table: 'team', planned: teams, records: of('team'), seen: seenOfTeam }, findings),
    members: dueRows(
      {
        table: 'team_member',
        planned: members,
        records: of('team_member'),
        seen: seenOfTeamMember,
        placeOf: placeOfTeamMember,
      },
      findings,
    ),
    items: dueRows(
      { table: 'team_item', planned: items, records: of('team_item'), seen: () => CAME, placeOf: placeOfTeamItem },
      findings,
    ),
    grants: dueRows(
      {
        table: 'team_item_member',
        planned: grants,
        records: of('team_grant'),
        seen: seenOfGrant,
        placeOf: placeOfGrant,
      },
      findings,
    ),
  }
  const gone =
    showdoc.only === null
      ? {
          members: goneRows(
            { table: 'team_member', others: OTHERS_OF.members, planned: members, records: of('team_member'), database },
            findings,
          ),
          items: goneRows(
            { table: 'team_item', others: OTHERS_OF.items, planned: items, records: of('team_item'), database },
            findings,
          ),
          grants: goneRows(
            { table: 'team_grant', others: OTHERS_OF.grants, planned: grants, records: of('team_grant'), database },
            findings,
          ),
        }
      : { members: [], items: [], grants: [] }
  const ended = {
    members: [...gone.members, ...due.members.replaced],
    items: [...gone.items, ...due.items.replaced],
    grants: [...gone.grants, ...due.grants.replaced],
  }
  const count = ended.members.length + ended.items.length + ended.grants.length
  if (count === 0 && Object.values(due).every(({ sums }) => sums.size === 0)) return false
  const itemsOf = (table: CarriedTable, ids: readonly number[]): readonly number[] =>
    ids.map((id) => Number(of(table).get(id)?.place?.split(' ')[1] ?? 0))
  const lessened = new Set([
    ...itemsOf('team_item', ended.items),
    ...itemsOf('team_grant', [...ended.grants, ...due.grants.changed.map(({ id }) => id)]),
  ])
  for (const id of ended.members) {
    const teamId = Number(of('team_member').get(id)?.place?.split(' ')[0] ?? 0)
    for (const itemId of await rows.store.teams.managedThrough(teamId)) lessened.add(itemId)
  }
  if (ended.grants.length > 0) await rows.removeGrants(ended.grants)
  for (const id of ended.items) await rows.store.teams.unbind(id)
  for (const id of ended.members) await rows.store.teams.removeMember(id)
  await rows.addTeams(due.teams.added)
  for (const team of due.teams.changed) await rows.store.teams.update(team)
  const isHere = ({ teamId }: { readonly teamId: number }): boolean => {
    const team = of('team').get(teamId)
    return !hasCome(team) || team.here !== 'gone'
  }
  const [newMembers, newItems, newGrants] = [due.members.added, due.items.added, due.grants.added]
  await rows.addTeamMembers(
    await notThere(newMembers.filter(isHere), (teamId) => rows.store.teams.membersOf(teamId), userOf),
  )
  if (due.members.changed.length > 0) await rows.store.teams.putMembers(due.members.changed)
  await rows.addTeamItems(await notBound(rows, newItems.filter(isHere)))
  await addGrants(rows, newGrants.filter(isHere))
  if (due.grants.changed.length > 0) await rows.store.teams.putGrants(due.grants.changed)
  await endUnvouchedIn(rows, step.application.product.services, [...lessened])
  const records = rows.records(arrangement.source.number)
  await records.note('team_member', endedSums(gone.members))
  await records.note('team_item', endedSums(gone.items))
  await records.note('team_grant', endedSums(gone.grants))
  await records.note('team', due.teams.sums)
  await records.note('team_member', due.members.sums)
  await records.note('team_item', due.items.sums)
  await records.note('team_grant', due.grants.sums)
  return true
}

const OTHERS_OF = {
  members: ['team', 'user'],
  items: ['team', 'item'],
  grants: ['item_member', 'team_member', 'team_item', 'team', 'item', 'user', 'catalog'],
} as const

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

const placeOfTeamMember = ({ teamId, userId }: TeamMember): string => `${teamId} ${userId}`
const placeOfTeamItem = ({ teamId, itemId }: TeamItem): string => `${teamId} ${itemId}`
const placeOfGrant = ({ teamId, itemId, userId }: TeamGrant): string => `${teamId} ${itemId} ${userId}`

const userOf = ({ userId }: { readonly userId: number }): number => userId

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

/** The same for items, those in the recycle bin as well. */
async function notBound(rows: CarriedRows, added: readonly TeamItem[]): Promise<readonly TeamItem[]> {
  const free: TeamItem[] = []
  for (const [itemId, items] of Map.groupBy(added, (row) => row.itemId)) {
    const bound = await teamsBound(rows, itemId)
    free.push(...items.filter(({ teamId }) => !bound.has(teamId)))
  }
  return free
}

const teamsBound = async (rows: CarriedRows, itemId: number): Promise<ReadonlySet<number>> =>
  new Set((await rows.store.teams.teamsOn(itemId)).map(({ teamId }) => teamId))

async function addGrants(rows: CarriedRows, added: readonly TeamGrant[]): Promise<void> {
  const { teams } = rows.store
  const people = new Map<number, ReadonlySet<number>>()
  for (const { teamId } of added)
    if (!people.has(teamId)) people.set(teamId, new Set((await teams.membersOf(teamId)).map(userOf)))
  const free: TeamGrant[] = []
  for (const [itemId, grants] of Map.groupBy(added, (grant) => grant.itemId)) {
    const bound = await teamsBound(rows, itemId)
    const given = new Set((await teams.grantsOnItem(itemId)).map(placeOfGrant))
    free.push(
      ...grants.filter(
        (grant) =>
          bound.has(grant.teamId) && people.get(grant.teamId)?.has(grant.userId) && !given.has(placeOfGrant(grant)),
      ),
    )
  }
  await rows.addTeamGrants(free)
}
