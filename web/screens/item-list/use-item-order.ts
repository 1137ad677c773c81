import { useTranslation } from 'react-i18next'
import { refusalOf } from '../../api/errors.ts'
import { api } from '../../api/trpc.ts'
import type { ListedItem } from './listed-item.ts'

const ALL_ITEMS = 0

/** Shows a new order at once and saves it, with positions from 1; when that fails, says so and shows what the server has (spec §8). */
export function useItemOrder(): (items: readonly ListedItem[]) => void {
  const { t } = useTranslation(['items', 'common'])
  const cache = api.useUtils()
  const setOrder = api.item.setOrder.useMutation({
    meta: { isQuiet: true },
    // One after the other, so that the last order wins.
    scope: { id: 'itemOrder' },
    onError: (error) => {
      const reason = refusalOf(error)?.message ?? t('common:error.connection')
      alert(t('list.sortFailed', { reason }))
      location.reload()
    },
  })

  return (items) => {
    cache.item.list.setData({}, [...items])
    const data = Object.fromEntries(items.map(({ itemId }, index) => [itemId, index + 1]))
    setOrder.mutate({ data, itemGroupId: ALL_ITEMS })
  }
}
