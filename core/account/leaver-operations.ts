import { z } from 'zod'
import { filesOfSite } from '../access/file-doors.ts'
import { belongingsOf, holdBelongings } from '../access/site-doors.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { transferItem } from '../item/transfer.ts'
import { wholeServices } from '../open-services.ts'
import { productStore } from '../open-store.ts'
import { command, query } from '../operation.ts'
import type { Paging, Slice } from '../paging.ts'
import { id, line, wired } from '../schema.ts'
import { adminList } from '../site/admin-list.ts'
import { giveTeam } from '../team/transfer.ts'
import { belongings, pageOfLists, type BelongingsOfKind } from './belongings.ts'
import { receiverNamed } from './people.ts'
import { holdStandings } from './standing.ts'

/** `team`, `item`, `file` for a file that no page uses, and the kinds that plugins add. */
const kind = z.string()
const Belonging = z.object({ kind, id: id(), name: z.string() })
/** With the words for one and for many, in the language of the caller. */
const Kind = z.object({ kind, one: z.string(), many: z.string(), total: z.number() })

/** What happens to the belongings of somebody who leaves. */
export const leaverOperations = {
  belongings: query({
    summary:
      'What somebody owns: teams and items, which have to be handed over before the account can be deleted, then files ' +
      'that no page uses, and what else goes with the account. For site administrators.',
    audience: 'admin',
    input: z.object({ userId: wired('uid', id()), ...adminList() }),
    output: z.object({
      list: z.array(Belonging),
      total: z.number(),
      /** What goes with the account, or stays with nobody, when it is deleted: the kinds of which there is something. */
      besides: z.array(Kind),
    }),
    example: { userId: 2, page: 1, count: 7 },
    async run(ctx, { userId, page, count }) {
      const kinds = besidesOf(ctx)
      const lists = [listOfOwned(ctx, userId), ...kinds.map((each) => listOfKind(ctx, userId, each))]
      const { list, totals } = await pageOfLists(lists, { page, count })
      const [, ...totalsBesides] = totals
      const besides = kinds.map((each, at) => ({ ...wordsOf(ctx, each), total: totalsBesides[at] ?? 0 }))
      return {
        list: [...list],
        total: totals.reduce((sum, total) => sum + total, 0),
        besides: besides.filter(({ total }) => total > 0),
      }
    },
  }),

  handOver: command({
    summary:
      'Gives everything somebody owns to somebody else at once and tells how many: items, teams, files that no page uses, ' +
      'and what else goes with the account; what is shared with others stays shared. The account itself stays, and can ' +
      'then be deleted.',
    audience: 'admin',
    needsNoRoom: true,
    input: z.object({
      userId: wired('uid', id()),
      /** Username of the recipient. */
      username: line(254).min(1),
    }),
    output: z.object({
      items: z.number(),
      teams: z.number(),
      /** Of the other kinds, those of which there was something. */
      besides: z.array(Kind),
    }),
    example: { userId: 2, username: 'mei' },
    async run(ctx, { userId, username }) {
      // No account can be switched off or deleted meanwhile, so the recipient needs no lock of their own.
      await holdStandings(ctx)
      const receiver = await receiverNamed(ctx, username)
      if (receiver.id === userId) throw new DomainError('sameOwner', { username: receiver.username })
      const { teams, items } = await holdBelongings(ctx, userId)
      for (const team of teams) await giveTeam(ctx, team, receiver.id)
      for (const item of items) await transferItem(ctx, item, receiver.id)
      const besides: z.input<typeof Kind>[] = []
      for (const each of besidesOf(ctx)) {
        const total = await each.give(ctx, userId, receiver.id)
        if (total > 0) besides.push({ ...wordsOf(ctx, each), total })
      }
      // Whoever takes over writes at once, also in items of others in which both take part.
      await productStore(ctx.store).locks.endAllOf(userId)
      const counts = [`items: ${items.length}`, `teams: ${teams.length}`]
      const detail = [...counts, ...besides.map((each) => `${each.kind}: ${each.total}`)].join(', ')
      ctx.audit({ action: 'account.handedOver', object: { kind: 'account', id: userId }, userId: receiver.id, detail })
      return { items: items.length, teams: teams.length, besides }
    },
  }),
}

/** What somebody may own besides teams and items. */
const besidesOf = (ctx: Context): readonly BelongingsOfKind[] => [
  unusedFiles(ctx),
  ...wholeServices(ctx.services).extensions(belongings),
]

type ListedBelonging = z.input<typeof Belonging>
type ListOfBelongings = (paging: Paging) => Promise<Slice<ListedBelonging>>

const listOfOwned =
  (ctx: Context, userId: number): ListOfBelongings =>
  (paging) =>
    belongingsOf(ctx, userId, paging)

const listOfKind =
  (ctx: Context, userId: number, each: BelongingsOfKind): ListOfBelongings =>
  async (paging) => {
    const { list, total } = await each.list(ctx, userId, paging)
    return { list: list.map(({ id: thingId, name }) => ({ kind: each.id, id: thingId, name })), total }
  }

/** Files that pages use stay with those: their owner could read them without being allowed to read the pages. */
const unusedFiles = (ctx: Context): BelongingsOfKind => ({
  id: 'file',
  one: { en: 'Unused file', 'zh-cn': '未使用的文件' },
  many: { en: 'unused files', 'zh-cn': '未使用的文件' },
  async list(_, userId, paging) {
    const { list, total } = await filesOfSite(ctx).unusedOf(userId, paging)
    return { list: list.map((file) => ({ id: file.id, name: file.displayName })), total }
  },
  give: (_, from, to) => filesOfSite(ctx).giveUnused(from, to),
})

function wordsOf({ session: { language } }: Context, { id: name, one, many }: BelongingsOfKind) {
  return { kind: name, one: one[language], many: many[language] }
}
