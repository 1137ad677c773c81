import { useLocation } from 'wouter'
import { api } from '../../api/trpc.ts'
import { showToast } from '../../parts/toast-store.ts'

/** Makes the item and opens it. */
export function useAddItem(doneText: string, onError: (error: unknown) => void) {
  const cache = api.useUtils()
  const [, navigate] = useLocation()
  return api.item.add.useMutation({
    meta: { isQuiet: true },
    onSuccess: async ({ itemId }) => {
      await cache.item.list.invalidate()
      showToast(doneText)
      navigate(`/${itemId}`)
    },
    onError,
  })
}
