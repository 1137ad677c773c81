import { z } from 'zod'
import { requireLogin } from '../access/doors.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { productStore } from '../open-store.ts'
import { command, query } from '../operation.ts'
import type { OpenAccountId } from '../opened-id.ts'
import { commaList, id, idOrNone, LARGEST_ID, line, nothing, position, wired } from '../schema.ts'
import { holdGroup } from './hold-group.ts'
import { groupName } from './item-group.ts'

/** Every list is limited (threats J6). */
const GROUPS_PER_USER = 200
const ITEMS_PER_GROUP = 20_000

const orderField = () => wired('s_number', position())

const ItemGroupView = z.object({
  id: id(),
  groupName: z.string(),
  itemIds: commaList(z.array(id())),
  order: orderField(),
})

export const itemGroupOperations = {
  list: query({
    summary: 'Your groups of items, in your order.',
    audience: 'user',
    rest: { path: 'itemGroup/getList' },
    input: nothing(),
    output: z.array(ItemGroupView),
    example: {},
    async run(ctx) {
      const groups = await productStore(ctx.store).itemGroups.ofUser(requireLogin(ctx))
      return groups.map((group) => ({
        id: group.id,
        groupName: group.name,
        itemIds: [...group.itemIds],
        order: group.order,
      }))
    },
  }),

  save: command({
    summary: 'Adds a group of items, or changes the one with this id; items that are not in your list are left out.',
    audience: 'user',
    input: z.object({
      id: idOrNone().default(0),
      /** An empty name becomes "default"; if left out, the name does not change. */
      groupName: line(limits.nameLength).optional(),
      /** All items of the group; if left out, they do not change. */
      itemIds: z.array(id()).max(ITEMS_PER_GROUP).optional(),
    }),
    output: z.object({ id: id() }),
    example: { groupName: 'Payments', itemIds: [1, 2] },
    async run(ctx, { id: groupId, groupName: typed, itemIds }) {
      const userId = requireLogin(ctx)
      if (groupId === 0) {
        return { id: await addGroup(ctx, { userId, name: groupName(typed ?? ''), itemIds: itemIds ?? [] }) }
      }
      await holdGroup(ctx, groupId)
      const name = typed === undefined ? {} : { name: groupName(typed) }
      await productStore(ctx.store).itemGroups.update({ id: groupId, userId, ...name, ...(itemIds && { itemIds }) })
      return { id: groupId }
    },
  }),

  delete: command({
    summary: 'Removes one of your groups; its items stay.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ id: id() }),
    output: nothing(),
    example: { id: 1 },
    async run(ctx, { id: groupId }) {
      await holdGroup(ctx, groupId)
      await productStore(ctx.store).itemGroups.delete(groupId)
      return {}
    },
  }),

  setOrder: command({
    summary: 'Puts your groups into an order; smaller numbers come first.',
    audience: 'user',
    rest: { path: 'itemGroup/saveSort' },
    input: z.object({ groups: z.array(z.object({ id: id(), order: orderField() })).max(GROUPS_PER_USER) }),
    output: nothing(),
    example: { groups: [{ id: 1, order: 1 }] },
    async run(ctx, { groups }) {
      const positions = new Map(groups.map(({ id: groupId, order: place }) => [groupId, place]))
      const found = await productStore(ctx.store).itemGroups.setOrder(requireLogin(ctx), positions)
      if (found !== positions.size) throw new DomainError('notFound')
      return {}
    },
  }),
}

async function addGroup(
  { store }: CommandContext,
  group: { readonly userId: OpenAccountId; readonly name: string; readonly itemIds: readonly number[] },
): Promise<number> {
  const groups = await productStore(store).itemGroups.ofUser(group.userId)
  if (groups.length >= GROUPS_PER_USER) throw new DomainError('tooMany', { limit: GROUPS_PER_USER })
  const last = Math.max(0, ...groups.map(({ order }) => order))
  return productStore(store).itemGroups.insert({ ...group, order: Math.min(last + 1, LARGEST_ID) })
}
