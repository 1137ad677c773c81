import type { Catalog } from '#core/catalog/catalog.ts'
import type { RoleWish } from '#core/member/membership.ts'
import type { Team, TeamGrant, TeamItem, TeamMember } from '#core/team/team.ts'
import type { ShowdocTeamRight } from '../members.ts'
import type { ShowdocTeam, ShowdocTeamItem, ShowdocTeamMember } from '../teams.ts'
import type { Findings } from './findings.ts'
import { plannedRight, widestOf } from './rights.ts'

export interface PlannedTeams {
  readonly teams: readonly Team[]
  readonly members: readonly TeamMember[]
  readonly items: readonly TeamItem[]
  readonly grants: readonly TeamGrant[]
}

/** What the plan for teams depends on. */
export interface TeamSurroundings {
  readonly userIds: ReadonlySet<number>
  readonly heirId: number
  /** Owners of the imported items. */
  readonly ownerOf: ReadonlyMap<number, number>
  catalogsOf(itemId: number): readonly Catalog[]
  readonly now: Date
}

interface ShowdocTeams {
  readonly teams: readonly ShowdocTeam[]
  readonly members: readonly ShowdocTeamMember[]
  readonly items: readonly ShowdocTeamItem[]
  readonly rights: readonly ShowdocTeamRight[]
}

/** The planned teams. The owner of an item is recorded as having bound the teams that have rights in it. */
export function plannedTeams(of: ShowdocTeams, around: TeamSurroundings, findings: Findings): PlannedTeams {
  const teams = of.teams.map((team) => plannedTeam(team, around, findings))
  const teamOf = new Map(teams.map((team) => [team.id, team]))
  const members = plannedMembers(of.members, teamOf, around, findings)
  const items = plannedItems(of.items, teamOf, around, findings)
  const isMember = new Set(members.map(({ teamId, userId }) => `${teamId} ${userId}`))
  const isBound = new Set(items.map(({ teamId, itemId }) => `${teamId} ${itemId}`))
  const rights = of.rights.flatMap((right) => {
    const leave = (reason: string): readonly [] => {
      findings.leave('team_item_member', right.id, reason)
      return []
    }
    if (!isBound.has(`${right.teamId} ${right.itemId}`)) return leave('the team has no right in this item')
    if (!isMember.has(`${right.teamId} ${right.userId}`)) return leave('this person is not in the team')
    if (around.ownerOf.get(right.itemId) === right.userId) return leave('the owner of an item has every right already')
    const wish = plannedRight('team_item_member', right, around.catalogsOf(right.itemId), findings)
    return wish === null ? [] : [{ ...right, wish }]
  })
  const placeOf = ({ teamId, itemId, userId }: ShowdocTeamRight): string => `${teamId} ${itemId} ${userId}`
  const grants = widestOf('team_item_member', rights, placeOf, findings).map((right) => grantOf(right, around))
  return { teams, members, items, grants }
}

function plannedTeam(
  { id, name, ownerId, createdAt }: ShowdocTeam,
  around: TeamSurroundings,
  findings: Findings,
): Team {
  const isOwned = ownerId !== null && around.userIds.has(ownerId)
  if (!isOwned)
    findings.change('team', id, `the account of its owner is gone: it belongs to the account ${around.heirId} now`)
  const owner = isOwned ? ownerId : around.heirId
  return { id, name: name.trim() || String(id), ownerId: owner, createdAt: createdAt ?? around.now }
}

function plannedMembers(
  members: readonly ShowdocTeamMember[],
  teamOf: ReadonlyMap<number, Team>,
  { userIds, now }: TeamSurroundings,
  findings: Findings,
): readonly TeamMember[] {
  const seen = new Set<string>()
  return members.flatMap(({ id, teamId, userId, isAdmin, addedAt }) => {
    const reason = !teamOf.has(teamId)
      ? 'its team is gone'
      : !userIds.has(userId)
        ? 'the account is gone'
        : teamOf.get(teamId)?.ownerId === userId
          ? 'the owner of a team is none of its members'
          : seen.has(`${teamId} ${userId}`)
            ? 'this person is in the team already'
            : null
    seen.add(`${teamId} ${userId}`)
    if (reason !== null) {
      findings.leave('team_member', id, reason)
      return []
    }
    return [{ id, teamId, userId, role: isAdmin ? ('admin' as const) : ('member' as const), addedAt: addedAt ?? now }]
  })
}

function plannedItems(
  items: readonly ShowdocTeamItem[],
  teamOf: ReadonlyMap<number, Team>,
  { ownerOf, now }: TeamSurroundings,
  findings: Findings,
): readonly TeamItem[] {
  const seen = new Set<string>()
  return items.flatMap(({ id, teamId, itemId, addedAt }) => {
    const boundBy = ownerOf.get(itemId)
    const isSeen = seen.has(`${teamId} ${itemId}`)
    seen.add(`${teamId} ${itemId}`)
    if (boundBy === undefined || !teamOf.has(teamId) || isSeen) {
      findings.leave(
        'team_item',
        id,
        isSeen ? 'the team has this item already' : 'its team or its item does not come along',
      )
      return []
    }
    return [{ id, teamId, itemId, boundBy, addedAt: addedAt ?? now }]
  })
}

const grantOf = (
  { id, teamId, itemId, userId, addedAt, wish }: ShowdocTeamRight & { readonly wish: RoleWish },
  { ownerOf, now }: TeamSurroundings,
): TeamGrant => ({
  ...{ id, teamId, itemId, userId, role: wish.role, catalogId: wish.catalogId },
  givenBy: ownerOf.get(itemId) ?? null,
  addedAt: addedAt ?? now,
})
