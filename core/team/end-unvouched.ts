import { requireLogin } from '../access/doors.ts'
import type { OpenedItem } from '../access/opened.ts'
import { teamConcerned } from '../access/team-doors.ts'
import type { CommandContext } from '../context.ts'
import { productStore } from '../open-store.ts'
import type { OpenUsers } from '../ports/open.ts'
import type { Members } from '../ports/store.ts'
import type { Teams } from '../ports/teams.ts'
import { FIRST_RIGHT, type TeamGrant } from './team.ts'
import { unvouched } from './vouching.ts'

/**
 * Ends team rights in an item that depend on somebody who can no longer manage it: bindings are removed, managers
 * through a team become editors. Call it, with the item locked, whenever somebody may have lost the right to manage it:
 * revoked rights must not remain, or come back, through a team.
 * @param actorId who caused it; the caller when left out
 */
export async function endUnvouched(
  ctx: CommandContext,
  item: Pick<OpenedItem, 'id' | 'ownerId'>,
  actorId: number = requireLogin(ctx),
): Promise<void> {
  const ended = await endUnvouchedRights(productStore(ctx.store), item)
  for (const { teamName: _, boundByUsername: __, ...binding } of ended.bindings) {
    const team = await teamConcerned(ctx, binding)
    if (team) ctx.emit('teamItem.unbound', { team, binding, actorId })
  }
  for (const { before, grant } of ended.grants) {
    const team = await teamConcerned(ctx, before)
    if (team) ctx.emit('teamGrant.updated', { team, before, grant, actorId })
  }
}

interface Managers<ItemId> {
  readonly members: Pick<Members<ItemId>, 'ofItem'>
  readonly teams: Pick<Teams<ItemId>, 'teamsOn' | 'grantsOnItem' | 'unbind' | 'putGrants'>
  readonly users: Pick<OpenUsers, 'admins'>
}

/** The same without telling anybody. @returns what has ended */
export async function endUnvouchedRights<ItemId extends number>(
  { members, teams, users }: Managers<ItemId>,
  { id: itemId, ownerId }: { readonly id: ItemId; readonly ownerId: number },
) {
  const bindings = await teams.teamsOn(itemId)
  if (bindings.length === 0) return { bindings: [], grants: [] }
  const over = unvouched({
    ownerId,
    administratorIds: (await users.admins()).map(({ id }) => id),
    members: await members.ofItem(itemId),
    bindings,
    grants: await teams.grantsOnItem(itemId),
  })
  for (const { id } of over.bindings) await teams.unbind(id)
  const grants: { readonly before: TeamGrant; readonly grant: TeamGrant }[] = []
  for (const { teamName: _, ...before } of over.grants) {
    const grant = { ...before, ...FIRST_RIGHT }
    await teams.putGrants([grant])
    grants.push({ before, grant })
  }
  return { bindings: over.bindings, grants }
}
