import { ALL_ITEMS } from '#core/item-group/item-group.ts'
import type { api } from '../../api/trpc.ts'

type Known = ReturnType<ReturnType<typeof api.useUtils>['item']['list']['getData']>

/** An item as needed by a tile. */
export type ListedItem = NonNullable<Known>[number]

/** Query parameters for the items of a group; other screens use the same ones for all items. */
export const listInput = (groupId: number) => (groupId === ALL_ITEMS ? {} : { groupId })

/** The address of an item: its personal domain if it has one. */
export const itemPath = ({ itemId, itemDomain }: Pick<ListedItem, 'itemId' | 'itemDomain'>): string =>
  `/${itemDomain || itemId}`
