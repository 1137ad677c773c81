import { z } from 'zod'
import { belongingsOf, holdBelongings } from '../access/site-doors.ts'
import { DomainError } from '../errors.ts'
import { transferItem } from '../item/transfer.ts'
import { command, query } from '../operation.ts'
import { id, line, wired } from '../schema.ts'
import { adminList } from '../site/admin-list.ts'
import { giveTeam } from '../team/transfer.ts'
import { receiverNamed } from './people.ts'
import { holdStandings } from './standing.ts'

const Belonging = z.object({ kind: z.enum(['team', 'item']), id: id(), name: z.string() })

/** What happens to the belongings of somebody who leaves. */
export const leaverOperations = {
  belongings: query({
    summary:
      'What somebody owns, teams first: it has to be handed over before the account can be deleted. For site administrators.',
    audience: 'admin',
    input: z.object({ userId: wired('uid', id()), ...adminList() }),
    output: z.object({ list: z.array(Belonging), total: z.number() }),
    example: { userId: 2, page: 1, count: 7 },
    async run(ctx, { userId, page, count }) {
      const { list, total } = await belongingsOf(ctx, userId, { page, count })
      return { list: [...list], total }
    },
  }),

  handOver: command({
    summary:
      'Gives all items and teams of somebody to somebody else at once and tells how many; what is shared with others stays ' +
      'shared. The account itself stays, and can then be deleted.',
    audience: 'admin',
    needsNoRoom: true,
    input: z.object({
      userId: wired('uid', id()),
      /** Username of the recipient. */
      username: line(254).min(1),
    }),
    output: z.object({ items: z.number(), teams: z.number() }),
    example: { userId: 2, username: 'mei' },
    async run(ctx, { userId, username }) {
      // No account can be switched off or deleted meanwhile, so the recipient needs no lock of their own.
      await holdStandings(ctx)
      const receiver = await receiverNamed(ctx, username)
      if (receiver.id === userId) throw new DomainError('sameOwner', { username: receiver.username })
      const { teams, items } = await holdBelongings(ctx, userId)
      for (const team of teams) await giveTeam(ctx, team, receiver.id)
      for (const item of items) await transferItem(ctx, item, receiver.id)
      const detail = `items: ${items.length}, teams: ${teams.length}`
      ctx.audit({ action: 'account.handedOver', object: { kind: 'account', id: userId }, userId: receiver.id, detail })
      return { items: items.length, teams: teams.length }
    },
  }),
}
