import { requireLogin } from '../access/doors.ts'
import type { OpenedTeam } from '../access/team-doors.ts'
import type { User } from '../account/user.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { FIRST_RIGHT, type TeamItem, type TeamMember, type TeamMemberRole } from './team.ts'
import { productStore } from '../open-store.ts'

/**
 * Gives people a role in a team that is locked for a change. New members may edit the items bound to it (D37); existing
 * members keep their rights there. People who add themselves get no such rights: others must grant them, otherwise a
 * team manager could restore a right that was revoked in an item.
 * @throws DomainError tooMany
 */
export async function putTeamMembers(
  ctx: CommandContext,
  team: OpenedTeam,
  people: readonly Pick<User, 'id'>[],
  role: TeamMemberRole,
): Promise<void> {
  const { teams } = productStore(ctx.store)
  const actorId = requireLogin(ctx)
  const addedAt = ctx.services.clock.now()
  const memberOf = new Map((await teams.membersOf(team.id)).map((member) => [member.userId, member]))
  const newcomers = people.filter(({ id }) => !memberOf.has(id))
  requirePlaces(memberOf.size + newcomers.length)
  const wanted = people.map(({ id: userId }) => ({ teamId: team.id, userId, role, addedAt }))
  const added: TeamMember[] = []
  for (const member of await teams.putMembers(wanted.filter(({ userId }) => memberOf.get(userId)?.role !== role))) {
    const before = memberOf.get(member.userId)
    if (before) ctx.emit('teamMember.updated', { team, member, before, actorId })
    else added.push(member)
  }
  if (added.length === 0) return
  const items = await teams.itemsOf(team.id)
  const others = added.filter(({ userId }) => userId !== actorId)
  const self = added.filter(({ userId }) => userId === actorId)
  if (self.length > 0) ctx.emit('teamMember.added', { team, members: self, items: [], actorId })
  if (others.length === 0) return
  ctx.emit('teamMember.added', { team, members: others, items, actorId })
  await giveFirstRight(ctx, { team, items, members: others, givenBy: actorId })
}

/**
 * Adds somebody to a locked team because an outside authority says that they belong to it.
 * @returns null for somebody who is a member already
 * @throws DomainError tooMany
 */
export async function letIntoTeam(ctx: CommandContext, team: OpenedTeam, userId: number): Promise<TeamMember | null> {
  const { teams } = productStore(ctx.store)
  const before = await teams.membersOf(team.id)
  if (before.some((member) => member.userId === userId)) return null
  requirePlaces(before.length + 1)
  const addedAt = ctx.services.clock.now()
  const members = await teams.putMembers([{ teamId: team.id, userId, role: 'member', addedAt }])
  const [member] = members
  if (!member) throw new Error('a member who was put is not there')
  const items = await teams.itemsOf(team.id)
  ctx.emit('teamMember.added', { team, members, items, actorId: userId })
  await giveFirstRight(ctx, { team, items, members, givenBy: null })
  return member
}

/** @throws DomainError tooMany */
function requirePlaces(members: number): void {
  if (members > limits.membersPerTeam) throw new DomainError('tooMany', { limit: limits.membersPerTeam })
}

interface Newcomers {
  readonly team: OpenedTeam
  readonly items: readonly TeamItem[]
  readonly members: readonly TeamMember[]
  /** Null for an outside authority. */
  readonly givenBy: number | null
}

async function giveFirstRight(
  { store, services }: CommandContext,
  { team, items, members, givenBy }: Newcomers,
): Promise<void> {
  const pairs = {
    teamId: team.id,
    itemIds: items.map(({ itemId }) => itemId),
    userIds: members.map(({ userId }) => userId),
  }
  await productStore(store).teams.grantToAll(pairs, { ...FIRST_RIGHT, givenBy, addedAt: services.clock.now() })
}
