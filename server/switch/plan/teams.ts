import type { RoleWish } from '#core/member/membership.ts'
import type { Team, TeamGrant, TeamItem, TeamMember } from '#core/team/team.ts'
import type { ShowdocTeamRight } from '../members.ts'
import type { ShowdocTeam, ShowdocTeamItem, ShowdocTeamMember } from '../teams.ts'
import type { ReasonCode } from '../reasons.ts'
import type { Findings } from './findings.ts'
import { plannedRight, widestOf, type RightSurroundings } from './rights.ts'

export interface PlannedTeams {
  readonly teams: readonly Team[]
  readonly members: readonly TeamMember[]
  readonly items: readonly TeamItem[]
  readonly grants: readonly TeamGrant[]
}

/** What the plan for teams depends on. */
export interface TeamSurroundings extends RightSurroundings {
  readonly userIds: ReadonlySet<number>
  readonly heirId: number
  /** Whether somebody decided here whose a team is. */
  isDecided(id: number): boolean
  /** Owners of the imported items. */
  readonly ownerOf: ReadonlyMap<number, number>
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
  const members = plannedMembers(of.members, new Set(teamOf.keys()), around, findings)
  const items = plannedItems(of.items, teamOf, around, findings)
  const isMember = new Set(members.map(({ teamId, userId }) => `${teamId} ${userId}`))
  const isBound = new Set(items.map(({ teamId, itemId }) => `${teamId} ${itemId}`))
  const rights = of.rights.flatMap((right) => {
    const leave = (reason: ReasonCode): readonly [] => {
      findings.leave('team_item_member', right.id, reason)
      return []
    }
    if (!isBound.has(`${right.teamId} ${right.itemId}`)) return leave('teamWithoutItem')
    if (!isMember.has(`${right.teamId} ${right.userId}`)) return leave('notInTeam')
    if (around.ownerOf.get(right.itemId) === right.userId) return leave('ownerOfItem')
    const wish = plannedRight('team_item_member', right, around, findings)
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
  const isOwned = ownerId !== null && (around.userIds.has(ownerId) || around.isDecided(id))
  if (!isOwned) findings.change('team', id, 'ownerGone', { account: around.heirId })
  const owner = isOwned ? ownerId : around.heirId
  if (name.trim() === '') findings.change('team', id, 'itemWithoutName', { name: id })
  else if (name.trim() !== name) findings.change('team', id, 'nameTrimmed')
  return { id, name: name.trim() || String(id), ownerId: owner, createdAt: createdAt ?? around.now }
}

/** The owner of a team may be a member as well, and have rights in its items as such. */
function plannedMembers(
  members: readonly ShowdocTeamMember[],
  teamIds: ReadonlySet<number>,
  { userIds, now }: TeamSurroundings,
  findings: Findings,
): readonly TeamMember[] {
  const seen = new Set<string>()
  return members.flatMap(({ id, teamId, userId, isAdmin, addedAt }) => {
    const reason = !teamIds.has(teamId)
      ? 'teamGone'
      : !userIds.has(userId)
        ? 'accountGone'
        : seen.has(`${teamId} ${userId}`)
          ? 'inTeamAlready'
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
  { userIds, heirId, ownerOf, now }: TeamSurroundings,
  findings: Findings,
): readonly TeamItem[] {
  const seen = new Set<string>()
  return items.flatMap(({ id, teamId, itemId, addedAt }) => {
    const boundBy = ownerOf.get(itemId)
    const isSeen = seen.has(`${teamId} ${itemId}`)
    seen.add(`${teamId} ${itemId}`)
    if (boundBy === undefined || !teamOf.has(teamId) || isSeen) {
      findings.leave('team_item', id, isSeen ? 'teamHasItem' : 'teamOrItemStays')
      return []
    }
    return [{ id, teamId, itemId, boundBy: userIds.has(boundBy) ? boundBy : heirId, addedAt: addedAt ?? now }]
  })
}

function grantOf(
  { id, teamId, itemId, userId, addedAt, wish }: ShowdocTeamRight & { readonly wish: RoleWish },
  { userIds, ownerOf, now }: TeamSurroundings,
): TeamGrant {
  const owner = ownerOf.get(itemId)
  return {
    ...{ id, teamId, itemId, userId, role: wish.role, catalogId: wish.catalogId },
    givenBy: owner !== undefined && userIds.has(owner) ? owner : null,
    addedAt: addedAt ?? now,
  }
}
