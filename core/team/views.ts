import { z } from 'zod'
import { canInTeam, teamRoleOf } from '../access/team-access.ts'
import { catalogIdOrNone } from '../catalog/fields.ts'
import type { Context } from '../context.ts'
import type { User } from '../account/user.ts'
import { memberRole } from '../member/views.ts'
import type { BoundItem, BoundTeam, ListedTeam } from '../ports/teams.ts'
import { addedTime, forScreens, id, numbered, wired } from '../schema.ts'
import { TEAM_MEMBER_ROLES, type TeamGrant, type TeamItem, type TeamMember } from './team.ts'

export const teamMemberRole = () => wired('team_member_group_id', numbered(TEAM_MEMBER_ROLES))

export const TeamView = z.object({
  id: id(),
  teamName: z.string(),
  memberCount: wired('memberCount', z.number()),
  itemCount: wired('itemCount', z.number()),
  /** Whether the caller manages the team. */
  canManage: wired('team_manage', z.boolean()),
})

export const teamView = (
  { actor }: Pick<Context, 'actor'>,
  { team, memberCount, itemCount, membership }: ListedTeam,
): z.input<typeof TeamView> => ({
  id: team.id,
  teamName: team.name,
  memberCount,
  itemCount,
  canManage: canInTeam(teamRoleOf(actor, team, membership), 'manage'),
})

export const TeamMemberView = z.object({
  id: id(),
  memberUsername: z.string(),
  name: z.string(),
  role: teamMemberRole(),
  addedAt: addedTime(),
  isSwitchedOff: forScreens(z.boolean()),
  /** What added them by a group, as the company directory; '' when its plugin is off; null for people added by hand. */
  addedBy: forScreens(z.string().nullable()),
})

export const teamMemberView = (
  { id, role, addedAt }: TeamMember,
  { username, name, isSwitchedOff }: Pick<User, 'username' | 'name' | 'isSwitchedOff'>,
  addedBy: string | null,
): z.input<typeof TeamMemberView> => ({
  id,
  memberUsername: username,
  name,
  role,
  addedAt,
  isSwitchedOff,
  addedBy,
})

const bindingFields = { id: id(), teamId: id(), itemId: id(), addedAt: addedTime() }
/** A binding in the list of a team. Of the item only its name: members may see no more (D72). */
export const TeamItemView = z.object({ ...bindingFields, itemName: z.string() })
/** A binding in the list of an item. */
export const ItemTeamView = z.object({
  ...bindingFields,
  teamName: z.string(),
  /** The person vouching for the binding: it ends when they can no longer manage the item. */
  boundBy: wired('bound_by', z.string()),
})

const bindingView = ({ id, teamId, itemId, addedAt }: TeamItem) => ({ id, teamId, itemId, addedAt })
export const teamItemView = (binding: BoundItem): z.input<typeof TeamItemView> => ({
  ...bindingView(binding),
  itemName: binding.itemName,
})
export const itemTeamView = (binding: BoundTeam): z.input<typeof ItemTeamView> => ({
  ...bindingView(binding),
  teamName: binding.teamName,
  boundBy: binding.boundByUsername,
})

/** A team member's rights in one item bound to the team (spec §3 Team item member). */
export const TeamGrantView = z.object({
  id: id(),
  itemId: id(),
  memberUsername: z.string(),
  role: memberRole(),
  /** 0 for the whole item. */
  catalogId: catalogIdOrNone(),
  addedAt: addedTime(),
})

export const teamGrantView = (
  { id, itemId, role, catalogId, addedAt }: TeamGrant,
  { username }: Pick<User, 'username'>,
): z.input<typeof TeamGrantView> => ({
  id,
  itemId,
  memberUsername: username,
  role,
  catalogId: catalogId ?? 0,
  addedAt,
})
