import type { ItemGroup } from '../item-group/item-group.ts'
import type { New } from '../new.ts'

/**
 * The groups of each person. Of the items given only those are kept that are in the person's list (D69), and only those
 * are shown that still are.
 */
export interface ItemGroups {
  /** By order, then age. */
  ofUser(userId: number): Promise<readonly ItemGroup[]>
  /** @returns the new group's id */
  insert(group: New<ItemGroup>): Promise<number>
  /** Holds the group until the end of the transaction. @returns false when this user has no such group */
  lock(userId: number, id: number): Promise<boolean>
  /** Writes the given fields. Items that stay keep their position within the group. */
  update(group: Pick<ItemGroup, 'id' | 'userId'> & Partial<Pick<ItemGroup, 'name' | 'itemIds'>>): Promise<void>
  /** Removes the group and the positions within it; the items stay. */
  delete(id: number): Promise<void>
  /** Puts the groups of this user into an order, by id. @returns how many of the ids are groups of this user */
  setOrder(userId: number, positions: ReadonlyMap<number, number>): Promise<number>
}
