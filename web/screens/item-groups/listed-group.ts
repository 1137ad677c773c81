import { api } from '../../api/trpc.ts'

type Known = ReturnType<ReturnType<typeof api.useUtils>['itemGroup']['list']['getData']>

/** A group in the list. */
export type ListedGroup = NonNullable<Known>[number]

/** The open dialog, and its group. */
export type OpenDialog = { readonly kind: 'add' } | { readonly kind: 'edit' | 'delete'; readonly group: ListedGroup }

/** Queries that are outdated after groups have changed. */
export function useGroupsChanged(): () => Promise<void> {
  const cache = api.useUtils()
  return async () => {
    await Promise.all([cache.itemGroup.list.invalidate(), cache.item.list.invalidate()])
  }
}
