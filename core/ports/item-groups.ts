import type { ItemGroup } from '../item-group/item-group.ts'
import type { New } from '../new.ts'

/**
 * Each person's item groups. Only items in the person's list can be added (D69), and only items still in it are shown.
 */
export interface ItemGroups<AccountId = number> {
  /** By order, then age. */
  readonly ofUser: (userId: AccountId) => Promise<readonly ItemGroup[]>
  /** @returns the new group's id */
  insert(group: New<ItemGroup>): Promise<number>
  /** Locks the group until the end of the transaction. @returns false when this user has no such group */
  lock(userId: number, id: number): Promise<boolean>
  /** Writes the given fields. Items that stay in the group keep their position. */
  update(group: Pick<ItemGroup, 'id' | 'userId'> & Partial<Pick<ItemGroup, 'name' | 'itemIds'>>): Promise<void>
  /** Removes the group and the positions within it; the items stay. */
  delete(id: number): Promise<void>
  /** Sorts the groups of this user by this list of ids. @returns how many of the ids are groups of this user */
  setOrder(userId: number, positions: ReadonlyMap<number, number>): Promise<number>
}
