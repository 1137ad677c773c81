import { api } from '#web/api/trpc.ts'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useBackstageText } from '../texts.ts'
import type { SiteItem } from './site-item.ts'

export interface DeleteItemDialogProps {
  readonly item: SiteItem
  onClose(): void
}

export function DeleteItemDialog({ item: { itemId, itemName: name, username }, onClose }: DeleteItemDialogProps) {
  const t = useBackstageText()
  const cache = api.useUtils()
  const remove = api.adminItem.delete.useMutation({
    meta: { isQuiet: 'whileShown' },
    onSuccess: () => {
      showToast(t('items.deleted', { name }))
      onClose()
    },
    // What was refused may have been done by somebody else meanwhile.
    onSettled: () =>
      void Promise.all([cache.adminItem.invalidate(), cache.itemBin.invalidate(), cache.item.invalidate()]),
  })
  return (
    <ConfirmDialog
      title={t('items.deleteTitle', { name })}
      text={t('items.deleteText', { owner: username })}
      action={t('items.deleteAction')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ itemId })}
      onClose={onClose}
    >
      <FormAlert error={remove.error} />
    </ConfirmDialog>
  )
}
