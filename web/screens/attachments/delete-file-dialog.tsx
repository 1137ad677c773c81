import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showToast } from '../../parts/toast-store.ts'
import type { OwnFile } from './file-table.tsx'

export interface DeleteFileDialogProps {
  readonly file: OwnFile
  onClose(): void
}

export function DeleteFileDialog({ file: { fileId, displayName }, onClose }: DeleteFileDialogProps) {
  const { t } = useTranslation('files')
  const cache = api.useUtils()
  const remove = api.attachment.deleteMine.useMutation({
    onSuccess: async () => {
      await cache.attachment.invalidate()
      showToast(t('delete.done'))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('delete.title')}
      text={t('delete.ofHub', { name: displayName })}
      action={t('delete.action')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ fileId })}
      onClose={onClose}
    />
  )
}
