import type { New } from '#core/new.ts'
import type { Teams } from '#core/ports/teams.ts'
import type { TeamItem, TeamMember } from '#core/team/team.ts'

export async function putMember(teams: Teams, member: New<TeamMember>): Promise<TeamMember> {
  const [put] = await teams.putMembers([member])
  if (!put) throw new Error('a team member who was put is not there')
  return put
}

/** By the owner of the team, unless another person is given. */
export async function bind(
  teams: Teams,
  binding: Omit<New<TeamItem>, 'boundBy'> & { readonly boundBy?: number },
): Promise<TeamItem> {
  const boundBy = (await teams.byId(binding.teamId))?.ownerId ?? 0
  const [bound] = await teams.bindAll([{ boundBy, ...binding }])
  if (!bound) throw new Error('a binding that was made is not there')
  return bound
}
