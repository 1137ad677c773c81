import './own-samples.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showToast } from '../../parts/toast-store.ts'

/** Shows which items are sample content, and a button to delete them; nothing for people without any. */
export function OwnSamples() {
  const { t, i18n } = useTranslation('items')
  const [isAsking, setAsking] = useState(false)
  const samples = api.sample.list.useQuery({}, { meta: { isQuiet: true } }).data?.items ?? []
  const remove = useRemoval(() => setAsking(false))
  if (samples.length === 0) return null
  const names = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(
    samples.map(({ itemName }) => t('samples.name', { name: itemName })),
  )
  return (
    <p className="own-samples">
      {t('samples.own', { names, count: samples.length })}
      <Button look="quiet" onClick={() => setAsking(true)}>
        {t('samples.remove')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('samples.removeTitle')}
          text={t('samples.removeText')}
          action={t('samples.removeAction')}
          isDangerous
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({})}
          onClose={() => setAsking(false)}
        />
      )}
    </p>
  )
}

/** Deletes them, says which ones stay, and offers to restore the deleted ones. */
function useRemoval(onDone: () => void) {
  const { t, i18n } = useTranslation('items')
  const cache = api.useUtils()
  const recover = api.itemBin.recover.useMutation()
  return api.sample.remove.useMutation({
    onSuccess: async ({ removed, kept }) => {
      onDone()
      await cache.invalidate()
      const undo = async () => {
        // The operation reports what was not restored.
        await Promise.allSettled(removed.map(({ itemId }) => recover.mutateAsync({ itemId })))
        await cache.invalidate()
      }
      const action = { label: t('samples.undo'), run: () => void undo() }
      const names = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(
        kept.map(({ itemName }) => t('samples.name', { name: itemName })),
      )
      if (removed.length === 0) showToast(t('samples.allKept', { names, count: kept.length }), 'info')
      else if (kept.length === 0) showToast(t('samples.removed'), 'ok', action)
      else showToast(t('samples.someKept', { names, count: kept.length }), 'ok', action)
    },
  })
}
