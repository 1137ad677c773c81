import { allowedEdits } from '../access/doors.ts'
import type { Fact } from '../events.ts'
import type { Follower } from '../handlers.ts'

/**
 * Nobody has a page locked any more who may not edit it: the lock ends with the right, in the same transaction. One that
 * is taken or renewed at that very moment may last until it runs out; who manages the item can end it.
 */
export const endLocksWithRights: Follower = async ({ store }, facts) => {
  const itemIds = [...new Set(facts.flatMap(itemsWithFewerRights))]
  const holdings = itemIds.length > 0 ? await store.locks.heldIn(itemIds) : []
  if (holdings.length === 0) return
  const kept = new Set((await allowedEdits({ store }, holdings)).map(({ pageId }) => pageId))
  await store.locks.end(holdings.filter(({ pageId }) => !kept.has(pageId)))
}

function itemsWithFewerRights([name, fact]: Fact): readonly number[] {
  switch (name) {
    case 'item.transferred':
      return [fact.item.id]
    // Out of the catalog that a right is limited to, or with it below another one.
    case 'catalog.updated':
      return fact.catalog.parentId === fact.before.parentId ? [] : [fact.catalog.itemId]
    case 'member.updated':
    case 'member.removed':
      return [fact.membership.itemId]
    case 'team.deleted':
    case 'teamMember.removed':
      return fact.items.map(({ itemId }) => itemId)
    case 'teamItem.unbound':
      return [fact.binding.itemId]
    case 'teamGrant.updated':
      return [fact.before.itemId]
    default:
      return []
  }
}
