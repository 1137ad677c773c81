import type { api } from '../../api/trpc.ts'

type Known = ReturnType<ReturnType<typeof api.useUtils>['item']['list']['getData']>

/** An item as a tile shows it. */
export type ListedItem = NonNullable<Known>[number]

/** Where an item is read: under its personal domain if it has one. */
export const itemPath = ({ itemId, itemDomain }: Pick<ListedItem, 'itemId' | 'itemDomain'>): string =>
  `/${itemDomain || itemId}`
