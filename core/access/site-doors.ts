import type { User } from '../account/user.ts'
import type { CommandContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { Paging, Slice } from '../paging.ts'
import type { Belonging, ListedSiteItem, SiteItemFilter } from '../ports/access.ts'
import type { Team } from '../team/team.ts'
import { factsIn } from './facts.ts'
import type { OpenedItem } from './opened.ts'
import { accessGiven, type Participant } from './people.ts'

/** Everybody's items, for administrators of the site alone. @throws DomainError notAllowed */
export async function itemsOfSite(
  ctx: Context,
  filter: SiteItemFilter,
  paging: Paging,
): Promise<Slice<ListedSiteItem>> {
  requireAdministrator(ctx)
  return factsIn(ctx.store).ofSite(filter, paging)
}

/** An account with the items in which it has a part or vouches for others, all held for a change. */
export interface HeldAccount {
  readonly user: User
  readonly items: readonly OpenedItem[]
}

/**
 * Holds off other changes of somebody's account, and of the items others than the owner have by it, until the end of the
 * transaction.
 * @throws DomainError notFound | notAllowed | changedMeanwhile, after which the operation is tried again
 */
export async function holdAccount(ctx: CommandContext, userId: number): Promise<HeldAccount> {
  requireAdministrator(ctx)
  const facts = factsIn(ctx.store)
  // The items first, as wherever somebody is let into one: the other order could wait in a circle.
  const itemIds = await facts.partsOf(userId)
  for (const itemId of itemIds) await ctx.store.items.lock(itemId)
  const user = await ctx.store.users.hold(userId)
  if (!user) throw new DomainError('notFound')
  const known = new Set(itemIds)
  if ((await facts.partsOf(userId)).some((itemId) => !known.has(itemId))) throw new DomainError('changedMeanwhile')
  const items = await Promise.all(itemIds.map((itemId) => facts.ofItem(itemId, userId)))
  return { user, items: items.flatMap((found) => (found ? [found.item as OpenedItem] : [])) }
}

/** An item with somebody who has a part in it. */
export interface Part {
  readonly item: OpenedItem
  readonly participant: Participant
}

/**
 * The items in which somebody has a part, in the order of their list, for administrators of the site alone.
 * @throws DomainError notAllowed | notFound
 */
export async function partsOf(ctx: Context, userId: number, { page, count }: Paging): Promise<Slice<Part>> {
  requireAdministrator(ctx)
  const user = await ctx.store.users.byId(userId)
  if (!user) throw new DomainError('notFound')
  const all = await ctx.store.items.ofUser(userId)
  const list = all.slice((page - 1) * count, page * count).map(({ item: listed, grants }) => {
    const item = listed as OpenedItem
    return { item, participant: { user, access: accessGiven({ item }, user, grants) } }
  })
  return { list, total: all.length }
}

/** What somebody owns, for administrators of the site alone, in slices. @throws DomainError notAllowed */
export async function belongingsOf(ctx: Context, userId: number, paging: Paging): Promise<Slice<Belonging>> {
  requireAdministrator(ctx)
  return factsIn(ctx.store).belongingsOf(userId, paging)
}

/** Everything somebody owns, all held for a change. */
export interface HeldBelongings {
  readonly teams: readonly Team[]
  readonly items: readonly OpenedItem[]
}

/**
 * Holds off other changes of everything somebody owns, and whatever else is to be this person's, until the end of the
 * transaction.
 * @throws DomainError notFound | notAllowed | changedMeanwhile, after which the operation is tried again
 */
export async function holdBelongings(ctx: CommandContext, userId: number): Promise<HeldBelongings> {
  requireAdministrator(ctx)
  const facts = factsIn(ctx.store)
  const { teams, items, users } = ctx.store
  const seen = await facts.ownedBy(userId)
  // Teams, then items, then the account: nobody who holds one of the later asks for one of the earlier.
  for (const teamId of seen.teamIds) await teams.lock(teamId)
  for (const itemId of seen.itemIds) await items.lock(itemId)
  if (!(await users.hold(userId))) throw new DomainError('notFound')
  const held = await facts.ownedBy(userId)
  const [knownTeams, knownItems] = [new Set(seen.teamIds), new Set(seen.itemIds)]
  // What came to this person during the wait is not held.
  if (held.teamIds.some((teamId) => !knownTeams.has(teamId)) || held.itemIds.some((itemId) => !knownItems.has(itemId)))
    throw new DomainError('changedMeanwhile')
  const ownTeams = await Promise.all(held.teamIds.map((teamId) => teams.byId(teamId)))
  const ownItems = await Promise.all(held.itemIds.map((itemId) => facts.ofItem(itemId, userId)))
  return {
    teams: ownTeams.flatMap((team) => (team ? [team] : [])),
    items: ownItems.flatMap((found) => (found ? [found.item as OpenedItem] : [])),
  }
}

/** @throws DomainError notAllowed */
export function requireAdministrator({ actor }: Pick<Context, 'actor'>): void {
  if (actor.kind !== 'user' || !actor.isAdmin) throw new DomainError('notAllowed')
}
