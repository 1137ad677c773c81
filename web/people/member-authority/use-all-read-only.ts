import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { api } from '#web/api/trpc.ts'
import { showToast } from '#web/parts/toast-store.ts'
import type { Place, ShownGrant } from './shown-grant.ts'

/** Makes all members readers, and shows the result a moment later (spec §4). */
export function useAllReadOnly(place: Place) {
  const { t } = useTranslation('teams')
  const cache = api.useUtils()
  const { mutateAsync: save } = api.teamGrant.save.useMutation()

  return useMutation({
    // Each error is shown where it occurs.
    meta: { isQuiet: true },
    mutationFn: async (grants: readonly ShownGrant[]) => {
      for (const { id } of grants) await save({ id, role: 'reader' })
    },
    onSuccess: () => showToast(t('authority.authSuccess')),
    onSettled: async () => {
      await new Promise((resolve) => {
        setTimeout(resolve, limits.allReadOnlyRefreshMs)
      })
      await cache.teamGrant.list.invalidate(place)
    },
  })
}
