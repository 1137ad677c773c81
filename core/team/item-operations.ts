import { z } from 'zod'
import { openItem, requireLogin } from '../access/doors.ts'
import { openBindingToEnd, openTeam, openTeamToChange } from '../access/team-doors.ts'
import { limits } from '../limits.ts'
import { productStore } from '../open-store.ts'
import { command, query } from '../operation.ts'
import { id, nothing, wired } from '../schema.ts'
import { bindItems } from './bind.ts'
import { endUnvouched } from './end-unvouched.ts'
import { ItemTeamView, itemTeamView, TeamItemView, teamItemView } from './views.ts'

export const teamItemOperations = {
  list: query({
    summary: 'The teams an item is bound to, for its managers.',
    audience: 'user',
    rest: { path: 'teamItem/getList' },
    input: z.object({ itemId: id() }),
    output: z.array(ItemTeamView),
    example: { itemId: 1 },
    async run(ctx, { itemId }) {
      const { item } = await openItem(ctx, itemId, 'inspect')
      return (await ctx.store.teams.teamsOn(item.id)).map(itemTeamView)
    },
  }),

  listOfTeam: query({
    summary: 'The items bound to a team, for everybody in it.',
    audience: 'user',
    rest: { path: 'teamItem/getListByTeam' },
    input: z.object({ teamId: id() }),
    output: z.array(TeamItemView),
    example: { teamId: 1 },
    async run(ctx, { teamId }) {
      const { team } = await openTeam(ctx, teamId, 'view')
      return (await ctx.store.teams.itemsOf(team.id)).map(teamItemView)
    },
  }),

  bind: command({
    summary: 'Binds items you manage to a team you manage, whose members may then edit them.',
    audience: 'user',
    rest: { path: 'teamItem/save' },
    input: z.object({ teamId: id(), itemIds: wired('item_id', z.array(id()).min(1).max(limits.itemsBoundAtOnce)) }),
    output: nothing(),
    example: { teamId: 1, itemIds: [1, 2] },
    async run(ctx, { teamId, itemIds }) {
      const { team } = await openTeamToChange(ctx, teamId)
      await bindItems(ctx, team, itemIds)
      return {}
    },
  }),

  unbind: command({
    summary:
      'Takes an item from a team; what the members could do in it by the team ends. Managers of the team or the item do it.',
    audience: 'user',
    needsNoRoom: true,
    rest: { path: 'teamItem/delete' },
    input: z.object({ id: id() }),
    output: nothing(),
    example: { id: 1 },
    async run(ctx, { id: bindingId }) {
      const { team, binding, item } = await openBindingToEnd(ctx, bindingId)
      await productStore(ctx.store).teams.unbind(bindingId)
      ctx.emit('teamItem.unbound', { team, binding, actorId: requireLogin(ctx) })
      await endUnvouched(ctx, item)
      return {}
    },
  }),
}
