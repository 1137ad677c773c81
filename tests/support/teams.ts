import type { New } from '#core/new.ts'
import type { Teams } from '#core/ports/teams.ts'
import type { TeamItem, TeamMember } from '#core/team/team.ts'

export async function putMember(teams: Teams, member: New<TeamMember>): Promise<TeamMember> {
  const [put] = await teams.putMembers([member])
  if (!put) throw new Error('a team member who was put is not there')
  return put
}

export async function bind(teams: Teams, binding: New<TeamItem>): Promise<TeamItem> {
  const [bound] = await teams.bindAll([binding])
  if (!bound) throw new Error('a binding that was made is not there')
  return bound
}
