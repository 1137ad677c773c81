import { api } from '../../api/trpc.ts'
import { useSortFailure } from '#web/sort/use-sort-failure.ts'
import { listInput, type ListedItem } from './listed-item.ts'

/** Shows a new order of a group's items at once and saves it, with positions from 1. */
export function useItemOrder(groupId: number): (items: readonly ListedItem[]) => void {
  const cache = api.useUtils()
  const onError = useSortFailure()
  // One after the other, so that the last order wins.
  const setOrder = api.item.setOrder.useMutation({ meta: { isQuiet: true }, scope: { id: 'itemOrder' }, onError })

  return (items) => {
    cache.item.list.setData(listInput(groupId), [...items])
    const data = Object.fromEntries(items.map(({ itemId }, index) => [itemId, index + 1]))
    setOrder.mutate({ data, groupId })
  }
}
