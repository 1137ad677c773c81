import { z } from 'zod'
import { openItemToChange, requireLogin } from '../access/doors.ts'
import { itemsOfSite } from '../access/site-doors.ts'
import { receiverNamed } from '../account/people.ts'
import { limits } from '../limits.ts'
import { productStore } from '../open-store.ts'
import { command, query } from '../operation.ts'
import { id, line, nothing } from '../schema.ts'
import { requireAsSeen, seenFields } from '../seen.ts'
import { adminList } from '../site/admin-list.ts'
import { ItemTeamView, itemTeamView } from '../team/views.ts'
import type { Context } from '../context.ts'
import type { Item } from './item.ts'
import { transferItem } from './transfer.ts'
import { SiteItemView, siteItemView } from './views.ts'

/** All items of the site, for site administrators, who do not need the owner's password. */
export const adminItemOperations = {
  list: query({
    summary: "Everybody's items, the newest first, for site administrators.",
    audience: 'admin',
    rest: { path: 'adminItem/getList' },
    input: z.object({
      ...adminList(),
      itemName: line(limits.nameLength).default(''),
      /** Part of the owner's username. */
      username: line(limits.nameLength).default(''),
    }),
    output: z.object({ items: z.array(SiteItemView), total: z.number() }),
    example: { itemName: 'Payments', page: 1, count: 7 },
    async run(ctx, { itemName, username, page, count }) {
      const { list, total } = await itemsOfSite(ctx, { itemName, ownerName: username }, { page, count })
      return { items: list.map(siteItemView), total }
    },
  }),

  transfer: command({
    summary: 'Gives an item to somebody else and tells which teams stay bound to it, for site administrators.',
    audience: 'admin',
    needsNoRoom: true,
    rest: { path: 'adminItem/attorn' },
    input: z.object({
      itemId: id(),
      username: line(254).min(1),
      /** `owner`, by username. */
      seen: seenFields(),
    }),
    output: z.object({ teams: z.array(ItemTeamView) }),
    example: { itemId: 1, username: 'mei' },
    async run(ctx, { itemId, username, seen }) {
      const { item } = await openItemToChange(ctx, itemId, 'administer')
      const { id: ownerId } = await receiverNamed(ctx, username)
      if (seen && ownerId !== item.ownerId) requireAsSeen(seen, { owner: await ownerOf(ctx, item) }, {})
      if (ownerId !== item.ownerId) await transferItem(ctx, item, ownerId)
      return { teams: (await ctx.store.teams.teamsOn(item.id)).map(itemTeamView) }
    },
  }),

  delete: command({
    summary: 'Deletes an item with everything in it; they can bring it back for 30 days. For site administrators.',
    audience: 'admin',
    needsNoRoom: true,
    rest: { path: 'adminItem/deleteItem' },
    input: z.object({ itemId: id() }),
    output: nothing(),
    example: { itemId: 1 },
    async run(ctx, { itemId }) {
      const { item } = await openItemToChange(ctx, itemId, 'administer')
      const actorId = requireLogin(ctx)
      await productStore(ctx.store).items.recycle(item.id, actorId, ctx.services.clock.now())
      ctx.emit('item.deleted', { item, actorId })
      return {}
    },
  }),
}

const ownerOf = async ({ store }: Context, { ownerId }: Item): Promise<string> =>
  (await store.users.byId(ownerId))?.username ?? ''
