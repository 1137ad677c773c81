import { accountOf, callerIn } from '../actor.ts'
import type { CommandContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { Item } from '../item/item.ts'
import { productStore } from '../open-store.ts'
import type { OpenItemId } from '../opened-id.ts'
import type { Paging, Slice } from '../paging.ts'
import type { RecycledItem, SiteItemFilter } from '../ports/access.ts'
import { can, resolveAccess } from './access.ts'
import { requireLogin } from './doors.ts'
import { factsIn } from './facts.ts'
import type { OpenedItem } from './opened.ts'
import { requireAdministrator } from './site-doors.ts'

/** The whole recycle bin of items, for site administrators only. @throws DomainError notAllowed */
export async function itemsInBin(ctx: Context, filter: SiteItemFilter, paging: Paging): Promise<Slice<RecycledItem>> {
  requireAdministrator(ctx)
  return factsIn(ctx.store).ofBin({ ...filter, deletedByOwnerId: null }, paging)
}

/** What callers may restore themselves: items they own and have deleted themselves. */
export async function ownItemsInBin(ctx: Context, paging: Paging): Promise<Slice<RecycledItem>> {
  const deletedByOwnerId = requireLogin(ctx)
  return factsIn(ctx.store).ofBin({ itemName: '', ownerName: '', deletedByOwnerId }, paging)
}

/**
 * An item in the bin, locked for a change. For site administrators, and for its owner if `recover` is wanted and nobody
 * else deleted it. For everybody else it does not exist (threats A3).
 * @throws DomainError loginRequired | notFound
 */
export async function openRecycledItem(
  ctx: CommandContext,
  itemId: number,
  wanted: 'recover' | 'purge',
): Promise<RecycledItem> {
  requireLogin(ctx)
  await productStore(ctx.store).items.lock(itemId)
  const found = await factsIn(ctx.store).ofRecycled(itemId)
  if (!found || !mayHave(ctx, found, wanted)) throw new DomainError('notFound')
  return found
}

/**
 * Restores an item that `openRecycledItem` has locked for recovery.
 * @returns the item, now opened, and its former domain, '' for none
 */
export async function bringItemBack(
  { store }: CommandContext,
  { item }: RecycledItem,
): Promise<{ readonly item: OpenedItem; readonly formerDomain: string }> {
  const back = await productStore(store).items.recover(item.id as OpenItemId)
  if (!back) throw new Error('an item that is held in the bin is not there')
  return { item: back.item as OpenedItem, formerDomain: back.formerDomain }
}

function mayHave(ctx: Context, { item, deletedById }: RecycledItem, wanted: 'recover' | 'purge'): boolean {
  const actor = callerIn(ctx)
  const access = resolveAccess({ item, actor, grants: [], hasPassed: false })
  if (can(access, 'administer')) return true
  return wanted === 'recover' && can(access, 'own') && deletedById === accountOf(actor)
}

/** All of somebody's items in the bin, locked for a change, for site administrators only. */
export async function holdRecycledItems(ctx: CommandContext, userId: number): Promise<readonly Item[]> {
  requireAdministrator(ctx)
  const facts = factsIn(ctx.store)
  const held: Item[] = []
  for (const itemId of await facts.recycledOf(userId)) {
    await productStore(ctx.store).items.lock(itemId)
    const found = await facts.ofRecycled(itemId)
    if (found?.item.ownerId === userId) held.push(found.item)
  }
  return held
}
