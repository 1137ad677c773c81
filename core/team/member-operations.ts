import { z } from 'zod'
import { teamsIn } from '../access/facts.ts'
import { openTeam, openTeamToChange } from '../access/team-doors.ts'
import { peopleNamed, usernames } from '../account/people.ts'
import { loginMethods } from '../account/login-methods.ts'
import { withUsers } from '../account/with-users.ts'
import type { Context } from '../context.ts'
import { wholeServices } from '../open-services.ts'
import { command, query } from '../operation.ts'
import { id, nothing } from '../schema.ts'
import { heldByTeam } from './held.ts'
import { removeFromTeam } from './leave.ts'
import { putTeamMembers } from './put-members.ts'
import { teamMemberRole, TeamMemberView, teamMemberView } from './views.ts'

/** The title of the authority for each membership that one has added. */
async function authoritiesOf({ store, services, session }: Context, teamId: number): Promise<Map<number, string>> {
  const titleOf = new Map(
    wholeServices(services)
      .extensions(loginMethods)
      .map(({ id, title }) => [id, title[session.language]]),
  )
  const vouched = await store.vouchedMemberships.ofTeam(teamId)
  return new Map(vouched.map(({ memberId, methodId }) => [memberId, titleOf.get(methodId) ?? '']))
}

export const teamMemberOperations = {
  list: query({
    summary: 'The members of a team, for everybody in it.',
    audience: 'user',
    rest: { path: 'teamMember/getList' },
    input: z.object({ teamId: id() }),
    output: z.array(TeamMemberView),
    example: { teamId: 1 },
    async run(ctx, { teamId }) {
      const { team } = await openTeam(ctx, teamId, 'view')
      const addedBy = await authoritiesOf(ctx, teamId)
      return withUsers(ctx, await ctx.store.teams.membersOf(team.id), (member, user) =>
        teamMemberView(member, user, addedBy.get(member.id) ?? null),
      )
    },
  }),

  save: command({
    summary: 'Adds people to a team, or changes their role there; several usernames are separated by commas.',
    audience: 'user',
    input: z.object({ teamId: id(), memberUsername: usernames(), role: teamMemberRole() }),
    output: nothing(),
    example: { teamId: 1, memberUsername: ['mei', 'edgar'], role: 'member' },
    async run(ctx, { teamId, memberUsername, role }) {
      const { team } = await openTeamToChange(ctx, teamId)
      await putTeamMembers(ctx, team, await peopleNamed(ctx, memberUsername), role)
      return {}
    },
  }),

  delete: command({
    summary: 'Takes a member out of a team; what they could do in its items by it ends.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ id: id() }),
    output: nothing(),
    example: { id: 1 },
    async run(ctx, { id: memberId }) {
      const { team, held: member } = await heldByTeam(ctx, () => teamsIn(ctx.store).memberById(memberId))
      await removeFromTeam(ctx, team, member)
      return {}
    },
  }),
}
