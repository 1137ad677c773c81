import type { Team, TeamMember } from '../team/team.ts'
import type { Actor } from '../actor.ts'

/** From weakest to strongest, for one team. Site administrators have no role in teams they are not in. */
export const TEAM_ROLES = ['outsider', 'member', 'manager'] as const
export type TeamRole = (typeof TEAM_ROLES)[number]

/** view: see its members and items · manage: change, transfer or delete it, and manage members, items and grants. */
export type TeamAbility = 'view' | 'manage'

const NEEDS: Readonly<Record<TeamAbility, TeamRole>> = { view: 'member', manage: 'manager' }

/** The caller's role in the team. The owner and team administrators manage it (D39). */
export function teamRoleOf(
  actor: Actor,
  { ownerId }: Pick<Team, 'ownerId'>,
  membership: Pick<TeamMember, 'role'> | null,
): TeamRole {
  if (actor.kind !== 'user') return 'outsider'
  if (actor.id === ownerId || membership?.role === 'admin') return 'manager'
  return membership ? 'member' : 'outsider'
}

export const canInTeam = (role: TeamRole, ability: TeamAbility): boolean =>
  TEAM_ROLES.indexOf(role) >= TEAM_ROLES.indexOf(NEEDS[ability])
