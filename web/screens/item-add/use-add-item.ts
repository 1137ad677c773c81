import { useLocation } from 'wouter'
import { api } from '../../api/trpc.ts'
import { showToast } from '../../parts/toast-store.ts'

/** Adds the item and opens it. */
export function useAddItem(doneText: string, onError: (error: unknown) => void) {
  const open = useOpenNewItem()
  return api.item.add.useMutation({
    meta: { isQuiet: true },
    onSuccess: async ({ itemId }) => {
      await open(itemId)
      showToast(doneText)
    },
    onError,
  })
}

/** Opens an item that is not in any cached list yet. */
export function useOpenNewItem(): (itemId: number) => Promise<void> {
  const cache = api.useUtils()
  const [, navigate] = useLocation()
  return async (itemId) => {
    await cache.item.list.invalidate()
    navigate(`/${itemId}`)
  }
}
