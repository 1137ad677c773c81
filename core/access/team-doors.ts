import { accountIn, callerIn } from '../actor.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { productStore } from '../open-store.ts'
import type { OpenItemId, OpenTeamId } from '../opened-id.ts'
import type { Team, TeamItem, TeamMember } from '../team/team.ts'
import { itemIfAllowed, requireLogin } from './doors.ts'
import { factsIn, teamsIn } from './facts.ts'
import type { OpenedItem } from './opened.ts'
import { canInTeam, teamRoleOf, type TeamAbility, type TeamRole } from './team-access.ts'

/** A team returned by a door. */
export type OpenedTeam = Team & { readonly id: OpenTeamId }

export interface OpenTeam {
  readonly team: OpenedTeam
  readonly role: TeamRole
  /** The caller's own membership; null for an owner who is not a member. */
  readonly membership: TeamMember | null
}

/**
 * The team, if the caller may do this with it. Outsiders are refused as if the team did not exist (threats A3), so
 * operations that look up a team by something else may open team 0 when that is missing.
 * @throws DomainError loginRequired | notAllowed
 */
export async function openTeam(ctx: Context, teamId: number, ability: TeamAbility): Promise<OpenTeam> {
  const found = await teamSeenBy(ctx, teamId)
  if (!found || !canInTeam(found.role, ability)) throw new DomainError('notAllowed')
  return found
}

/**
 * Like `openTeam`, but blocks concurrent changes of this team's members and items until the end of the transaction; the
 * result was read after the lock was acquired.
 */
export async function openTeamToChange(ctx: Context, teamId: number): Promise<OpenTeam> {
  await openTeam(ctx, teamId, 'manage')
  await productStore(ctx.store).teams.lock(teamId)
  return openTeam(ctx, teamId, 'manage')
}

/** Adds a team of the caller's, which then counts as opened. */
export const insertOwnTeam = async (ctx: Context, name: string): Promise<OpenedTeam> =>
  (await productStore(ctx.store).teams.insert({
    name,
    ownerId: requireLogin(ctx),
    createdAt: ctx.services.clock.now(),
  })) as OpenedTeam

/** The team of a right or binding that ends with something the caller changes, to be named in the fact about it. */
export const teamConcerned = ({ store }: Context, { teamId }: Pick<TeamItem, 'teamId'>): Promise<Team | null> =>
  teamsIn(store).byId(teamId)

/**
 * A team about whose members an outside authority says something, with concurrent changes of it blocked until the end of
 * the transaction. For the job that follows such a word, which acts for nobody.
 */
export async function holdTeamOfAuthority({ store }: Context, teamId: number): Promise<OpenedTeam | null> {
  await productStore(store).teams.lock(teamId)
  return (await teamsIn(store).byId(teamId)) as OpenedTeam | null
}

/** A team in which the caller is a member, with its membership, locked for leaving it. @throws DomainError notFound */
export async function openTeamToLeave(
  ctx: Context,
  teamId: number,
): Promise<{ readonly team: OpenedTeam; readonly membership: TeamMember }> {
  const userId = requireLogin(ctx)
  const own = async (): Promise<(OpenTeam & { readonly membership: TeamMember }) | null> => {
    const found = await teamSeenBy(ctx, teamId)
    return found?.membership?.userId === userId ? { ...found, membership: found.membership } : null
  }
  if (!(await own())) throw new DomainError('notFound')
  await productStore(ctx.store).teams.lock(teamId)
  const found = await own()
  if (!found) throw new DomainError('notFound')
  return found
}

/**
 * The id of an item bound to a team opened by one of its managers, who decide about their members' rights there,
 * whatever their own rights in the item.
 * @throws DomainError notFound when it is not bound to the team (threats A2)
 */
export async function openBoundItem({ store }: Context, { id }: OpenedTeam, itemId: number): Promise<OpenItemId> {
  const bound = await store.teams.itemsOf(id)
  if (!bound.some((binding) => binding.itemId === itemId)) throw new DomainError('notFound')
  return itemId as OpenItemId
}

/**
 * The item itself, with concurrent changes of rights in it blocked until the end of the transaction. The team is locked
 * already (`core/team/lock-order.ts`).
 * @throws DomainError notFound, as `openBoundItem`
 */
export async function openBoundItemToChange(ctx: Context, team: OpenedTeam, itemId: number): Promise<OpenedItem> {
  await productStore(ctx.store).items.lock(itemId)
  const facts = await factsIn(ctx.store).ofItem(await openBoundItem(ctx, team, itemId), null)
  if (!facts) throw new DomainError('notFound')
  return facts.item as OpenedItem
}

/**
 * A binding for those who may end it, with its item locked: managers of the team, and managers of the item, who need no
 * role in the team. Everybody else is refused as if the binding did not exist (threats A3).
 * @throws DomainError loginRequired | notAllowed | notFound (removed during the wait)
 */
export async function openBindingToEnd(
  ctx: Context,
  bindingId: number,
): Promise<{ readonly team: Team; readonly binding: TeamItem; readonly item: OpenedItem }> {
  const { items } = productStore(ctx.store)
  const teams = teamsIn(ctx.store)
  requireLogin(ctx)
  const seen = await teams.bindingById(bindingId)
  if (!seen) throw new DomainError('notAllowed')
  // Holders of an item lock never wait for a team, so callers without rights in the team lock the item only.
  if (await managesTeam(ctx, seen.teamId)) await teams.lock(seen.teamId)
  await items.lock(seen.itemId)
  const [item, team, binding] = [await itemOfBinding(ctx, seen), await teams.byId(seen.teamId), await teams.bindingById(bindingId)] // prettier-ignore
  if (!item) throw new DomainError('notAllowed')
  if (!team || !binding) throw new DomainError('notFound')
  return { team, binding, item }
}

/** The item, if the caller may remove it from the team; null otherwise. */
async function itemOfBinding(ctx: Context, { teamId, itemId }: TeamItem): Promise<OpenedItem | null> {
  if (!(await managesTeam(ctx, teamId))) return itemIfAllowed(ctx, itemId, 'revoke')
  return ((await factsIn(ctx.store).ofItem(itemId, accountIn(ctx)))?.item as OpenedItem | undefined) ?? null
}

async function managesTeam(ctx: Context, teamId: number): Promise<boolean> {
  const found = await teamSeenBy(ctx, teamId)
  return found !== null && canInTeam(found.role, 'manage')
}

async function teamSeenBy(ctx: Context, teamId: number): Promise<OpenTeam | null> {
  const facts = await factsIn(ctx.store).ofTeam(teamId, requireLogin(ctx))
  if (!facts) return null
  const { team, membership } = facts
  return { team: team as OpenedTeam, membership, role: teamRoleOf(callerIn(ctx), team, membership) }
}
