import { z } from 'zod'
import { openItem, openItemToChange, requireLogin } from '../access/doors.ts'
import type { OpenedItem } from '../access/opened.ts'
import { confirmPassword } from '../account/guard.ts'
import { receiverNamed } from '../account/people.ts'
import type { CommandContext } from '../context.ts'
import { limits } from '../limits.ts'
import { productStore } from '../open-store.ts'
import { command } from '../operation.ts'
import { id, line, nothing, secretText } from '../schema.ts'
import { ItemTeamView, itemTeamView } from '../team/views.ts'
import { archived } from './item.ts'
import { transferItem } from './transfer.ts'

/** The login password; people without one type the item's name instead (threats A11). */
const confirmation = () => secretText(limits.passwordLongest)

/** What the owner does to an item as a whole. Each operation asks for the login password. */
export const lifecycleOperations = {
  transfer: command({
    summary:
      'Hands an item over and tells which teams stay bound to it; by those alone the former owner keeps something. ' +
      'The owner gives the login password.',
    audience: 'user',
    needsNoRoom: true,
    rest: { path: 'item/attorn' },
    input: z.object({ itemId: id(), username: line(254).min(1), password: confirmation() }),
    output: z.object({ teams: z.array(ItemTeamView) }),
    example: { itemId: 1, username: 'mei', password: 'correct horse battery' },
    async run(ctx, { itemId, username, password }) {
      const item = await confirmedItem(ctx, itemId, password)
      const { id: ownerId } = await receiverNamed(ctx, username)
      if (ownerId !== item.ownerId) await transferItem(ctx, item, ownerId)
      return { teams: (await ctx.store.teams.teamsOn(item.id)).map(itemTeamView) }
    },
  }),

  archive: command({
    summary: 'Makes an item read-only for good; the owner gives the login password.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ itemId: id(), password: confirmation() }),
    output: nothing(),
    example: { itemId: 1, password: 'correct horse battery' },
    async run(ctx, { itemId, password }) {
      const before = await confirmedItem(ctx, itemId, password)
      if (before.isArchived) return {}
      const item = archived(before, ctx.services.clock.now())
      await productStore(ctx.store).items.update(item)
      ctx.emit('item.archived', { item, actorId: requireLogin(ctx) })
      return {}
    },
  }),

  delete: command({
    summary:
      'Deletes an item with everything in it, to be brought back for 30 days; the owner gives the login password.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ itemId: id(), password: confirmation() }),
    output: nothing(),
    example: { itemId: 1, password: 'correct horse battery' },
    async run(ctx, { itemId, password }) {
      const item = await confirmedItem(ctx, itemId, password)
      const actorId = requireLogin(ctx)
      await productStore(ctx.store).items.recycle(item.id, actorId, ctx.services.clock.now())
      ctx.emit('item.deleted', { item, actorId })
      return {}
    },
  }),
}

/** The caller's own item, locked for a change. The password is checked first, before anybody else has to wait. */
async function confirmedItem(ctx: CommandContext, itemId: number, password: string): Promise<OpenedItem> {
  const { item } = await openItem(ctx, itemId, 'own')
  await confirmPassword(ctx, password, item.name)
  return (await openItemToChange(ctx, itemId, 'own')).item
}
