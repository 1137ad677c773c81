import { z } from 'zod'
import { partsOf, teamsOf, type Part } from '../access/site-doors.ts'
import type { Context } from '../context.ts'
import { query } from '../operation.ts'
import { id, wired } from '../schema.ts'
import { adminList } from '../site/admin-list.ts'
import { participantView, ParticipantView } from './views.ts'

const { role, catalogs, rights } = ParticipantView.shape
const PartView = z.object({ itemId: id(), itemName: z.string(), isArchived: z.boolean(), role, catalogs, rights })

export const partsOperations = {
  parts: query({
    summary:
      'The items in which somebody has a part, what this person may do there and what gives it; for site administrators.',
    audience: 'admin',
    input: z.object({ userId: wired('uid', id()), ...adminList() }),
    output: z.object({ list: z.array(PartView), total: z.number() }),
    example: { userId: 2, page: 1, count: 7 },
    async run(ctx, { userId, page, count }) {
      const [{ list, total }, teams] = await Promise.all([partsOf(ctx, userId, { page, count }), teamsOf(ctx, userId)])
      const teamNames = new Map(teams.map((team) => [team.id, team.name]))
      return { list: await Promise.all(list.map((part) => partView(ctx, part, teamNames))), total }
    },
  }),
}

async function partView(
  { store }: Context,
  { item, participant }: Part,
  teams: ReadonlyMap<number, string>,
): Promise<z.input<typeof PartView>> {
  const isLimited = participant.access.rights.some(({ catalogId }) => catalogId !== null)
  const known = isLimited ? await store.catalogs.ofItem(item.id) : []
  const names = { catalogs: new Map(known.map((catalog) => [catalog.id, catalog.name])), teams }
  const { role: whole, catalogs: inCatalogs, rights: given } = participantView(participant, names)
  return {
    itemId: item.id,
    itemName: item.name,
    isArchived: item.isArchived,
    role: whole,
    catalogs: inCatalogs,
    rights: given,
  }
}
