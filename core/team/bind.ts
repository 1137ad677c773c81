import { openItemToChange, requireLogin } from '../access/doors.ts'
import type { OpenedTeam } from '../access/team-doors.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { inLockOrder } from './lock-order.ts'
import { FIRST_RIGHT } from './team.ts'
import { productStore } from '../open-store.ts'

/**
 * Binds items managed by the caller to a team that is locked for a change, with the caller vouching for it; the team's
 * members may then edit them (D37), except the caller, who cannot give themselves a right. Items already bound do not
 * change, including the rights given there.
 * @throws DomainError itemClosed | notAllowed (archived) | tooMany
 */
export async function bindItems(ctx: CommandContext, team: OpenedTeam, itemIds: readonly number[]): Promise<void> {
  const { teams } = productStore(ctx.store)
  const bound = new Set((await teams.itemsOf(team.id)).map(({ itemId }) => itemId))
  const wanted = new Set(itemIds)
  const limit = limits.itemsPerTeam
  if (new Set([...bound, ...wanted]).size > limit) throw new DomainError('tooMany', { limit })
  const boundBy = requireLogin(ctx)
  const memberIds = (await teams.membersOf(team.id)).map(({ userId }) => userId)
  const others = memberIds.filter((userId) => userId !== boundBy)
  const addedAt = ctx.services.clock.now()
  const bindings = [...wanted].map((itemId) => ({ teamId: team.id, itemId, boundBy, addedAt }))
  for (const { itemId } of inLockOrder(bindings)) await openItemToChange(ctx, itemId, 'manage')
  const added = bindings.filter(({ itemId }) => !bound.has(itemId))
  for (const binding of await teams.bindAll(added)) {
    ctx.emit('teamItem.bound', { team, binding, actorId: boundBy })
  }
  const addedIds = added.map(({ itemId }) => itemId)
  const right = { ...FIRST_RIGHT, givenBy: boundBy, addedAt }
  await teams.grantToAll({ teamId: team.id, itemIds: addedIds, userIds: others }, right)
}
