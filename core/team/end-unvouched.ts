import { requireLogin } from '../access/doors.ts'
import type { OpenedItem } from '../access/opened.ts'
import { teamConcerned } from '../access/team-doors.ts'
import type { CommandContext } from '../context.ts'
import { FIRST_RIGHT } from './team.ts'
import { unvouched } from './vouching.ts'

/**
 * Ends team rights in an item that depend on somebody who can no longer manage it: bindings are removed, managers
 * through a team become editors. Call it, with the item locked, whenever somebody may have lost the right to manage it:
 * revoked rights must not remain, or come back, through a team.
 * @param actorId who caused it; the caller when left out
 */
export async function endUnvouched(
  ctx: CommandContext,
  { id: itemId, ownerId }: Pick<OpenedItem, 'id' | 'ownerId'>,
  actorId: number = requireLogin(ctx),
): Promise<void> {
  const { members, teams, users } = ctx.store
  const bindings = await teams.teamsOn(itemId)
  if (bindings.length === 0) return
  const over = unvouched({
    ownerId,
    administratorIds: (await users.admins()).map(({ id }) => id),
    members: await members.ofItem(itemId),
    bindings,
    grants: await teams.grantsOnItem(itemId),
  })
  for (const { teamName: _, boundByUsername: __, ...binding } of over.bindings) {
    await teams.unbind(binding.id)
    const team = await teamConcerned(ctx, binding)
    if (team) ctx.emit('teamItem.unbound', { team, binding, actorId })
  }
  for (const { teamName: _, ...before } of over.grants) {
    const grant = { ...before, ...FIRST_RIGHT }
    await teams.putGrants([grant])
    const team = await teamConcerned(ctx, before)
    if (team) ctx.emit('teamGrant.updated', { team, before, grant, actorId })
  }
}
