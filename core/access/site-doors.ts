import type { User } from '../account/user.ts'
import { callerIn } from '../actor.ts'
import type { CommandContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { productStore } from '../open-store.ts'
import type { OpenAccountId } from '../opened-id.ts'
import type { Paging, Slice } from '../paging.ts'
import type { Belonging, ListedSiteItem, SiteItemFilter } from '../ports/access.ts'
import type { SpaceOwner, UsedSpace } from '../ports/space.ts'
import type { NamedTeam } from '../ports/teams.ts'
import type { Team } from '../team/team.ts'
import { factsIn, spaceIn, teamsIn, usersIn } from './facts.ts'
import type { OpenedItem } from './opened.ts'
import { accessGiven, type Participant } from './people.ts'

/** All items of the site, for site administrators only. @throws DomainError notAllowed */
export async function itemsOfSite(
  ctx: Context,
  filter: SiteItemFilter,
  paging: Paging,
): Promise<Slice<ListedSiteItem>> {
  requireAdministrator(ctx)
  return factsIn(ctx.store).ofSite(filter, paging)
}

/** An account with the items in which it has a role or vouches for others, all locked for a change. */
export interface HeldAccount {
  readonly user: User
  readonly items: readonly OpenedItem[]
}

/**
 * Blocks concurrent changes of somebody's account, and of the items in which other people have rights through it, until
 * the end of the transaction.
 * @throws DomainError notFound | notAllowed | changedMeanwhile, after which the operation is tried again
 */
export async function holdAccount(ctx: CommandContext, userId: number): Promise<HeldAccount> {
  requireAdministrator(ctx)
  const facts = factsIn(ctx.store)
  // Items first, as everywhere else where somebody gets access to one: another order could deadlock.
  const itemIds = await facts.partsOf(userId)
  for (const itemId of itemIds) await productStore(ctx.store).items.lock(itemId)
  const user = await usersIn(ctx.store).hold(userId)
  if (!user) throw new DomainError('notFound')
  const known = new Set(itemIds)
  if ((await facts.partsOf(userId)).some((itemId) => !known.has(itemId))) throw new DomainError('changedMeanwhile')
  const items = await Promise.all(itemIds.map((itemId) => facts.ofItem(itemId, userId)))
  return { user, items: items.flatMap((found) => (found ? [found.item as OpenedItem] : [])) }
}

/** An item with somebody who has a role in it. */
export interface Part {
  readonly item: OpenedItem
  readonly participant: Participant
}

/**
 * The items in which somebody has a role, in the order of their list, for site administrators only.
 * @throws DomainError notAllowed | notFound
 */
export async function partsOf(ctx: Context, userId: number, { page, count }: Paging): Promise<Slice<Part>> {
  requireAdministrator(ctx)
  const user = await ctx.store.users.byId(userId)
  if (!user) throw new DomainError('notFound')
  const all = await ctx.store.items.ofUser(userId as OpenAccountId)
  const list = all.slice((page - 1) * count, page * count).map(({ item: listed, grants }) => {
    const item = listed as OpenedItem
    return { item, participant: { user, access: accessGiven({ item }, user, grants) } }
  })
  return { list, total: all.length }
}

/** What somebody owns, for site administrators only, in pages. @throws DomainError notAllowed */
export async function belongingsOf(ctx: Context, userId: number, paging: Paging): Promise<Slice<Belonging>> {
  requireAdministrator(ctx)
  return factsIn(ctx.store).belongingsOf(userId, paging)
}

/** Everything somebody owns, all locked for a change. */
export interface HeldBelongings {
  readonly teams: readonly Team[]
  readonly items: readonly OpenedItem[]
}

/**
 * Blocks concurrent changes of everything somebody owns, and prevents them from becoming the owner of more, until the
 * end of the transaction.
 * @throws DomainError notFound | notAllowed | changedMeanwhile, after which the operation is tried again
 */
export async function holdBelongings(ctx: CommandContext, userId: number): Promise<HeldBelongings> {
  requireAdministrator(ctx)
  const facts = factsIn(ctx.store)
  const { items } = productStore(ctx.store)
  const teams = teamsIn(ctx.store)
  const seen = await facts.ownedBy(userId)
  // Teams, then items, then the account: nobody who has locked a later one waits for an earlier one.
  for (const teamId of seen.teamIds) await teams.lock(teamId)
  for (const itemId of seen.itemIds) await items.lock(itemId)
  if (!(await usersIn(ctx.store).hold(userId))) throw new DomainError('notFound')
  const held = await facts.ownedBy(userId)
  const [knownTeams, knownItems] = [new Set(seen.teamIds), new Set(seen.itemIds)]
  // What this person came to own during the wait is not locked.
  if (held.teamIds.some((teamId) => !knownTeams.has(teamId)) || held.itemIds.some((itemId) => !knownItems.has(itemId)))
    throw new DomainError('changedMeanwhile')
  const ownTeams = await Promise.all(held.teamIds.map((teamId) => teams.byId(teamId)))
  const ownItems = await Promise.all(held.itemIds.map((itemId) => facts.ofItem(itemId, userId)))
  return {
    teams: ownTeams.flatMap((team) => (team ? [team] : [])),
    items: ownItems.flatMap((found) => (found ? [found.item as OpenedItem] : [])),
  }
}

/** Teams of the site whose name contains the text, for site administrators only. @throws DomainError notAllowed */
export async function teamsOfSite(ctx: Context, text: string, paging: Paging): Promise<Slice<NamedTeam>> {
  requireAdministrator(ctx)
  return teamsIn(ctx.store).search(text, paging)
}

/** Those of these teams that exist, ordered by name, for site administrators only. @throws DomainError notAllowed */
export async function teamsNamed(ctx: Context, teamIds: readonly number[]): Promise<readonly NamedTeam[]> {
  requireAdministrator(ctx)
  return teamsIn(ctx.store).named(teamIds)
}

/** The teams somebody owns or is a member of, for site administrators only. @throws DomainError notAllowed */
export async function teamsOf(ctx: Context, userId: number): Promise<readonly Team[]> {
  requireAdministrator(ctx)
  return (await teamsIn(ctx.store).ofUser(userId)).map(({ team }) => team)
}

/** The space that people or items use, for site administrators only. @throws DomainError notAllowed */
export async function usedSpace(
  ctx: Context,
  kind: SpaceOwner['kind'],
  name: string,
  paging: Paging,
): Promise<Slice<UsedSpace>> {
  requireAdministrator(ctx)
  return spaceIn(ctx.store).used(kind, name, paging)
}

/** @throws DomainError notAllowed */
export function requireAdministrator(ctx: Pick<Context, 'actor' | 'session'>): void {
  const actor = callerIn(ctx)
  if (actor.kind !== 'user' || !actor.isAdmin) throw new DomainError('notAllowed')
}
