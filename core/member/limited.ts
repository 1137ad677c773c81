import type { OpenItemId } from '../opened-id.ts'
import type { OpenStore } from '../ports/store.ts'

/** How many people have a right limited to a catalog of the item, by membership or through a team; by catalog. */
export async function limitedPeople(store: OpenStore, itemId: OpenItemId): Promise<ReadonlyMap<number, number>> {
  const rights = [...(await store.members.ofItem(itemId)), ...(await store.teams.grantsOnItem(itemId))]
  const limited = rights.flatMap(({ userId, catalogId }) => (catalogId === null ? [] : [{ userId, catalogId }]))
  const byCatalog = Map.groupBy(limited, ({ catalogId }) => catalogId)
  return new Map([...byCatalog].map(([id, people]) => [id, new Set(people.map(({ userId }) => userId)).size]))
}
