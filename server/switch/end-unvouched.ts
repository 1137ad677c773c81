import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { recordByServer } from '#core/audit/by-server.ts'
import type { Services } from '#core/context.ts'
import { FIRST_RIGHT } from '#core/team/team.ts'
import { unvouched } from '#core/team/vouching.ts'

/** Locks the items in which teams have something on the word of these people. @returns their ids */
export async function lockVouchedBy(rows: CarriedRows, userIds: readonly number[]): Promise<readonly number[]> {
  const itemIds = userIds.length === 0 ? [] : await rows.itemsVouchedBy(userIds)
  for (const id of itemIds) await rows.store.items.lock(id)
  return itemIds
}

/**
 * Ends what teams have in these items on the word of people who cannot manage them any more, as every other change of
 * rights does (`endUnvouched` of the core), but recorded as done by the server: nobody here has caused it.
 */
export async function endUnvouchedIn(rows: CarriedRows, services: Services, itemIds: readonly number[]): Promise<void> {
  const { teams, members, users } = rows.store
  if (itemIds.length === 0) return
  const administratorIds = (await users.admins()).map(({ id }) => id)
  const notes: Parameters<typeof recordByServer>[2][number][] = []
  for (const [itemId, { ownerId }] of await rows.accessOf(itemIds)) {
    const bindings = await teams.teamsOn(itemId)
    if (bindings.length === 0) continue
    const object = { kind: 'item', id: itemId } as const
    const over = unvouched({
      ...{ ownerId, administratorIds, bindings },
      members: await members.ofItem(itemId),
      grants: await teams.grantsOnItem(itemId),
    })
    for (const { id, teamId } of over.bindings) {
      await teams.unbind(id)
      notes.push({ action: 'team.itemUnbound', object, detail: `team ${teamId}` })
    }
    for (const { teamName: _, ...before } of over.grants) {
      await teams.putGrants([{ ...before, ...FIRST_RIGHT }])
      notes.push({ action: 'team.grantChanged', object, detail: FIRST_RIGHT.role })
    }
  }
  await recordByServer(rows.store, services, notes)
}
