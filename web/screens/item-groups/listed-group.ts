import { api } from '../../api/trpc.ts'

type Known = ReturnType<ReturnType<typeof api.useUtils>['itemGroup']['list']['getData']>

/** A group as the screen lists it. */
export type ListedGroup = NonNullable<Known>[number]

/** Which dialog is open, and for which group. */
export type OpenDialog = { readonly kind: 'add' } | { readonly kind: 'edit' | 'delete'; readonly group: ListedGroup }

/** What is out of date after groups have changed. */
export function useGroupsChanged(): () => Promise<void> {
  const cache = api.useUtils()
  return async () => {
    await Promise.all([cache.itemGroup.list.invalidate(), cache.item.list.invalidate()])
  }
}
