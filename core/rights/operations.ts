import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { menuSeenIn } from '../item/kept-menu.ts'
import { isPrivate, visibilityOf } from '../item/item.ts'
import { query } from '../operation.ts'
import { id } from '../schema.ts'
import { openItem, personIn } from '../access/doors.ts'
import { participantsIn } from '../access/people.ts'
import { ItemAccessView, participantView, SeenItemView, seenItemView } from './views.ts'

export const accessOperations = {
  ofItem: query({
    summary: 'Who may do what in an item, and what gives it to them; for its managers.',
    audience: 'user',
    input: z.object({ itemId: id() }),
    output: ItemAccessView,
    example: { itemId: 1 },
    async run(ctx, { itemId }) {
      const opened = await openItem(ctx, itemId, 'inspect')
      const [people, catalogs, teams] = await Promise.all([
        participantsIn(ctx, opened),
        ctx.store.catalogs.ofItem(opened.item.id),
        ctx.store.teams.teamsOn(opened.item.id),
      ])
      const names = {
        catalogs: new Map(catalogs.map((catalog) => [catalog.id, catalog.name])),
        teams: new Map(teams.map(({ teamId, teamName }) => [teamId, teamName])),
      }
      const { item } = opened
      return {
        itemId,
        itemName: item.name,
        isPrivate: isPrivate(item),
        visibility: visibilityOf(item),
        isArchived: item.isArchived,
        isUntouchable: opened.access.isUntouchable,
        people: people.map((participant) => participantView(participant, names)),
      }
    },
  }),

  viewAs: query({
    summary:
      'The menu of an item as somebody with a part in it sees it; for its managers. Nothing is done in their name.',
    audience: 'user',
    input: z.object({ itemId: id(), userId: id() }),
    output: SeenItemView,
    example: { itemId: 1, userId: 2 },
    async run(ctx, { itemId, userId }) {
      const opened = await openItem(ctx, itemId, 'inspect')
      const participant = await personIn(ctx, opened, userId)
      if (!participant) throw new DomainError('notFound')
      const menu = await menuSeenIn(ctx, { ...opened, access: participant.access })
      const catalogs = await ctx.store.catalogs.ofItem(opened.item.id)
      const topCatalogIds = catalogs.filter(({ parentId }) => parentId === null).map((catalog) => catalog.id)
      return seenItemView(participant, topCatalogIds, menu)
    },
  }),
}
