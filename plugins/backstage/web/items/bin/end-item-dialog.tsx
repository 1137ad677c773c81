import { api } from '#web/api/trpc.ts'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useBackstageText } from '../../texts.ts'
import type { DeletedItem } from './deleted-item.ts'

export interface EndItemDialogProps {
  readonly item: DeletedItem
  onClose(): void
}

/** Asks for confirmation before a deleted item is deleted for good. */
export function EndItemDialog({ item: { itemId, itemName: name }, onClose }: EndItemDialogProps) {
  const t = useBackstageText()
  const cache = api.useUtils()
  const end = api.itemBin.delete.useMutation({
    meta: { isQuiet: 'whileShown' },
    onSuccess: () => {
      showToast(t('items.bin.ended', { name }))
      onClose()
    },
    // What was refused may have been done by somebody else meanwhile.
    onSettled: () => void cache.itemBin.invalidate(),
  })
  return (
    <ConfirmDialog
      title={t('items.bin.endTitle', { name })}
      text={t('items.bin.endText')}
      action={t('items.bin.endAction')}
      isDangerous
      isBusy={end.isPending}
      onConfirm={() => end.mutate({ itemId })}
      onClose={onClose}
    >
      <FormAlert error={end.error} />
    </ConfirmDialog>
  )
}
