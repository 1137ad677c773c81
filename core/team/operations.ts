import { z } from 'zod'
import { requireLogin } from '../access/doors.ts'
import { insertOwnTeam, openTeam, openTeamToChange } from '../access/team-doors.ts'
import { confirmPassword } from '../account/guard.ts'
import { receiverNamed } from '../account/people.ts'
import { limits } from '../limits.ts'
import { productStore } from '../open-store.ts'
import { command, query } from '../operation.ts'
import { id, idOrNone, line, nothing, secretText } from '../schema.ts'
import { endUnvouched } from './end-unvouched.ts'
import { holdManaged, leaveTeam } from './leave.ts'
import { transferTeam } from './transfer.ts'
import { TeamView, teamView } from './views.ts'

export const teamOperations = {
  list: query({
    summary: 'The teams you own or are a member of.',
    audience: 'user',
    rest: { path: 'team/getList' },
    input: nothing(),
    output: z.array(TeamView),
    example: {},
    async run(ctx) {
      return (await ctx.store.teams.ofUser(requireLogin(ctx))).map((listed) => teamView(ctx, listed))
    },
  }),

  save: command({
    summary: 'Adds a team of your own, or with id renames one you manage.',
    audience: 'user',
    input: z.object({ id: idOrNone().default(0), teamName: line(limits.nameLength).min(1) }),
    output: z.object({ id: id(), teamName: z.string() }),
    example: { teamName: 'Gateway' },
    async run(ctx, { id: teamId, teamName: name }) {
      const actorId = requireLogin(ctx)
      if (teamId === 0) {
        const team = await insertOwnTeam(ctx, name)
        ctx.emit('team.added', { team, actorId })
        return { id: team.id, teamName: name }
      }
      const { team: before } = await openTeamToChange(ctx, teamId)
      const team = { ...before, name }
      await productStore(ctx.store).teams.update(team)
      ctx.emit('team.updated', { team, before, actorId })
      return { id: teamId, teamName: name }
    },
  }),

  delete: command({
    summary: 'Deletes a team; what its members could do in its items by it ends.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ id: id() }),
    output: nothing(),
    example: { id: 1 },
    async run(ctx, { id: teamId }) {
      const { team } = await openTeamToChange(ctx, teamId)
      const items = await ctx.store.teams.itemsOf(team.id)
      const managed = await holdManaged(ctx, team)
      await productStore(ctx.store).teams.delete(teamId)
      ctx.emit('team.deleted', { team, items, actorId: requireLogin(ctx) })
      for (const item of managed) await endUnvouched(ctx, item)
      return {}
    },
  }),

  transfer: command({
    summary: 'Gives a team, and with it your own items bound to it, to somebody; you give your login password again.',
    audience: 'user',
    needsNoRoom: true,
    rest: { path: 'team/attorn' },
    input: z.object({ teamId: id(), username: line(254).min(1), password: secretText(limits.passwordLongest) }),
    output: nothing(),
    example: { teamId: 1, username: 'mei', password: 'correct horse battery' },
    async run(ctx, { teamId, username, password }) {
      const { team } = await openTeam(ctx, teamId, 'manage')
      // Before anything is locked: hashing takes time. People without a password enter the team's name (threats A11).
      await confirmPassword(ctx, password, team.name)
      const heir = await receiverNamed(ctx, username)
      await transferTeam(ctx, teamId, heir.id)
      return {}
    },
  }),

  leave: command({
    summary: 'Ends your membership in a team, and what you could do in its items by it.',
    audience: 'user',
    needsNoRoom: true,
    rest: { path: 'team/exit' },
    input: z.object({ id: id() }),
    output: nothing(),
    example: { id: 1 },
    async run(ctx, { id: teamId }) {
      await leaveTeam(ctx, teamId)
      return {}
    },
  }),
}
