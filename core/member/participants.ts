import type { Person } from '../account/user.ts'
import type { OpenedItem } from '../access/opened.ts'
import type { OpenStore } from '../ports/store.ts'

/**
 * Everybody with a role in an item, without duplicates: its owner, its members, then people with access through teams
 * (MEM-08).
 */
export async function participantsOf(store: OpenStore, { id, ownerId }: OpenedItem): Promise<readonly Person[]> {
  const members = await store.members.ofItem(id)
  const grants = await store.teams.grantsOnItem(id)
  const ids = [...new Set([ownerId, ...members.map(({ userId }) => userId), ...grants.map(({ userId }) => userId)])]
  const users = new Map((await store.users.byIds(ids)).map((user) => [user.id, user]))
  return ids.flatMap((userId) => users.get(userId) ?? [])
}
