import { z } from 'zod'
import { canInTeam, teamRoleOf } from '../access/team-access.ts'
import type { Context } from '../context.ts'
import type { User } from '../account/user.ts'
import { memberRole } from '../member/views.ts'
import type { BoundItem, ListedTeam } from '../ports/teams.ts'
import { id, idOrNone, numbered, wired } from '../schema.ts'
import { TEAM_MEMBER_ROLES, type TeamGrant, type TeamItem, type TeamMember } from './team.ts'

export const teamMemberRole = () => numbered(TEAM_MEMBER_ROLES)

export const TeamView = z.object({
  id: id(),
  teamName: z.string(),
  memberCount: wired('memberCount', z.number()),
  itemCount: wired('itemCount', z.number()),
  /** Whether the caller manages the team. */
  teamManage: z.boolean(),
})

export const teamView = (
  { actor }: Pick<Context, 'actor'>,
  { team, memberCount, itemCount, membership }: ListedTeam,
): z.input<typeof TeamView> => ({
  id: team.id,
  teamName: team.name,
  memberCount,
  itemCount,
  teamManage: canInTeam(teamRoleOf(actor, team, membership), 'manage'),
})

export const TeamMemberView = z.object({
  id: id(),
  memberUsername: z.string(),
  name: z.string(),
  teamMemberGroupId: teamMemberRole(),
  addtime: z.date(),
})

export const teamMemberView = (
  { id, role, addedAt }: TeamMember,
  { username, name }: Pick<User, 'username' | 'name'>,
): z.input<typeof TeamMemberView> => ({
  id,
  memberUsername: username,
  name,
  teamMemberGroupId: role,
  addtime: addedAt,
})

const bindingFields = { id: id(), teamId: id(), itemId: id(), addtime: z.date() }
/** A binding among those of a team. Of the item nothing but the name: members may see no more of it (D72). */
export const TeamItemView = z.object({ ...bindingFields, itemName: z.string() })
/** A binding among those of an item. */
export const ItemTeamView = z.object({ ...bindingFields, teamName: z.string() })

const bindingView = ({ id, teamId, itemId, addedAt }: TeamItem) => ({ id, teamId, itemId, addtime: addedAt })
export const teamItemView = (binding: BoundItem): z.input<typeof TeamItemView> => ({
  ...bindingView(binding),
  itemName: binding.itemName,
})
export const itemTeamView = (binding: TeamItem & { readonly teamName: string }): z.input<typeof ItemTeamView> => ({
  ...bindingView(binding),
  teamName: binding.teamName,
})

/** What a member of a team may do in one item bound to it (spec §3 Team item member). */
export const TeamGrantView = z.object({
  id: id(),
  itemId: id(),
  memberUsername: z.string(),
  memberGroupId: memberRole(),
  /** 0 for the whole item. */
  catId: idOrNone(),
  addtime: z.date(),
})

export const teamGrantView = (
  { id, itemId, role, catalogId, addedAt }: TeamGrant,
  { username }: Pick<User, 'username'>,
): z.input<typeof TeamGrantView> => ({
  id,
  itemId,
  memberUsername: username,
  memberGroupId: role,
  catId: catalogId ?? 0,
  addtime: addedAt,
})
