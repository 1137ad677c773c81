import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showToast } from '../../parts/toast-store.ts'
import type { BoundItem } from './item-table.tsx'

export interface UnbindItemDialogProps {
  readonly item: BoundItem
  onClose(): void
}

export function UnbindItemDialog({ item, onClose }: UnbindItemDialogProps) {
  const { t } = useTranslation('teams')
  const cache = api.useUtils()
  const unbind = api.teamItem.unbind.useMutation({
    onSuccess: async () => {
      showToast(t('items.unbind.done'))
      onClose()
      await Promise.all([cache.teamItem.invalidate(), cache.team.invalidate(), cache.item.invalidate()])
    },
  })
  return (
    <ConfirmDialog
      title={t('items.unbind.title')}
      text={t('items.unbind.text', { name: item.itemName })}
      action={t('items.unbind.action')}
      isDangerous
      isBusy={unbind.isPending}
      onConfirm={() => unbind.mutate({ id: item.id })}
      onClose={onClose}
    />
  )
}
