import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { recordByServer } from '#core/audit/by-server.ts'
import type { Services } from '#core/context.ts'
import { endUnvouchedRights } from '#core/team/end-unvouched.ts'

/** Locks the items in which teams have something on the word of these people. @returns their ids */
export async function lockVouchedBy(rows: CarriedRows, userIds: readonly number[]): Promise<readonly number[]> {
  const itemIds = userIds.length === 0 ? [] : await rows.itemsVouchedBy(userIds)
  for (const id of itemIds) await rows.store.items.lock(id)
  return itemIds
}

/**
 * Ends what teams have in these items on the word of people who cannot manage them any more, as every other change of
 * rights does, but recorded as done by the server: nobody here has caused it.
 */
export async function endUnvouchedIn(rows: CarriedRows, services: Services, itemIds: readonly number[]): Promise<void> {
  if (itemIds.length === 0) return
  const notes: Parameters<typeof recordByServer>[2][number][] = []
  for (const [id, { ownerId }] of await rows.accessOf(itemIds)) {
    const object = { kind: 'item', id } as const
    const ended = await endUnvouchedRights(rows.store, { id, ownerId })
    for (const { teamId } of ended.bindings)
      notes.push({ action: 'team.itemUnbound', object, detail: `team ${teamId}` })
    for (const { grant } of ended.grants) notes.push({ action: 'team.grantChanged', object, detail: grant.role })
  }
  await recordByServer(rows.store, services, notes)
}
