import { accountOf } from '../actor.ts'
import type { CommandContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { Item } from '../item/item.ts'
import type { Paging, Slice } from '../paging.ts'
import type { RecycledItem, SiteItemFilter } from '../ports/access.ts'
import { can, resolveAccess } from './access.ts'
import { requireLogin } from './doors.ts'
import { factsIn } from './facts.ts'
import type { OpenedItem } from './opened.ts'
import { requireAdministrator } from './site-doors.ts'

/** Everything in the bin, for administrators of the site alone. @throws DomainError notAllowed */
export async function itemsInBin(ctx: Context, filter: SiteItemFilter, paging: Paging): Promise<Slice<RecycledItem>> {
  requireAdministrator(ctx)
  return factsIn(ctx.store).ofBin({ ...filter, deletedByOwnerId: null }, paging)
}

/** What the caller may bring back of their own: items they own and have deleted themselves. */
export async function ownItemsInBin(ctx: Context, paging: Paging): Promise<Slice<RecycledItem>> {
  const deletedByOwnerId = requireLogin(ctx)
  return factsIn(ctx.store).ofBin({ itemName: '', ownerName: '', deletedByOwnerId }, paging)
}

/**
 * An item in the bin, held for a change, for site administrators; for its owner as well when `recover` is wanted and
 * nobody else has deleted it. For everybody else it is not there (threats A3).
 * @throws DomainError loginRequired | notFound
 */
export async function openRecycledItem(
  ctx: CommandContext,
  itemId: number,
  wanted: 'recover' | 'purge',
): Promise<RecycledItem> {
  requireLogin(ctx)
  await ctx.store.items.lock(itemId)
  const found = await factsIn(ctx.store).ofRecycled(itemId)
  if (!found || !mayHave(ctx, found, wanted)) throw new DomainError('notFound')
  return found
}

/**
 * Brings an item back that `openRecycledItem` has held to be recovered.
 * @returns the item, opened from now on, and the domain it had, '' for none
 */
export async function bringItemBack(
  { store }: CommandContext,
  { item }: RecycledItem,
): Promise<{ readonly item: OpenedItem; readonly formerDomain: string }> {
  const back = await store.items.recover(item.id)
  if (!back) throw new Error('an item that is held in the bin is not there')
  return { item: back.item as OpenedItem, formerDomain: back.formerDomain }
}

function mayHave({ actor }: Context, { item, deletedById }: RecycledItem, wanted: 'recover' | 'purge'): boolean {
  const access = resolveAccess({ item, actor, grants: [], hasPassed: false })
  if (can(access, 'administer')) return true
  return wanted === 'recover' && can(access, 'own') && deletedById === accountOf(actor)
}

/** What somebody owns in the bin, all held for a change, for administrators of the site alone. */
export async function holdRecycledItems(ctx: CommandContext, userId: number): Promise<readonly Item[]> {
  requireAdministrator(ctx)
  const facts = factsIn(ctx.store)
  const held: Item[] = []
  for (const itemId of await facts.recycledOf(userId)) {
    await ctx.store.items.lock(itemId)
    const found = await facts.ofRecycled(itemId)
    if (found?.item.ownerId === userId) held.push(found.item)
  }
  return held
}
