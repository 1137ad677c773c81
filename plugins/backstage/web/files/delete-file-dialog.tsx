import { api } from '#web/api/trpc.ts'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useBackstageText } from '../texts.ts'
import type { SiteFile } from './site-file.ts'

export interface DeleteFileDialogProps {
  readonly file: SiteFile
  onClose(): void
}

export function DeleteFileDialog({ file: { fileId, displayName: name }, onClose }: DeleteFileDialogProps) {
  const t = useBackstageText()
  const cache = api.useUtils()
  const remove = api.attachment.delete.useMutation({
    meta: { isQuiet: 'whileShown' },
    onSuccess: () => {
      showToast(t('files.deleted', { name }))
      onClose()
    },
    // What was refused may have been done by somebody else meanwhile.
    onSettled: () => void cache.attachment.invalidate(),
  })
  return (
    <ConfirmDialog
      title={t('files.deleteTitle', { name })}
      text={t('files.deleteText')}
      action={t('files.deleteAction')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ fileId })}
      onClose={onClose}
    >
      <FormAlert error={remove.error} />
    </ConfirmDialog>
  )
}
