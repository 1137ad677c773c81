import { ALL_ITEMS } from '#core/item-group/item-group.ts'
import type { api } from '../../api/trpc.ts'

type Known = ReturnType<ReturnType<typeof api.useUtils>['item']['list']['getData']>

/** An item as a tile shows it. */
export type ListedItem = NonNullable<Known>[number]

/** What to ask for the items of a group; other screens ask for all items with the same words. */
export const listInput = (groupId: number) => (groupId === ALL_ITEMS ? {} : { groupId })

/** Where an item is read: under its personal domain if it has one. */
export const itemPath = ({ itemId, itemDomain }: Pick<ListedItem, 'itemId' | 'itemDomain'>): string =>
  `/${itemDomain || itemId}`
