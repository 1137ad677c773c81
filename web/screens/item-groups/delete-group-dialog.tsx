import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { useGroupsChanged, type ListedGroup } from './listed-group.ts'

export interface DeleteGroupDialogProps {
  readonly group: ListedGroup
  onClose(): void
}

export function DeleteGroupDialog({ group, onClose }: DeleteGroupDialogProps) {
  const { t } = useTranslation('groups')
  const changed = useGroupsChanged()
  const remove = api.itemGroup.delete.useMutation({
    onSuccess: async () => {
      showToast(t('deleted'))
      onClose()
      await changed()
    },
  })
  return (
    <ConfirmDialog
      title={t('delete.title')}
      text={t('delete.text', { name: group.groupName })}
      action={t('delete.action')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id: group.id })}
      onClose={onClose}
    />
  )
}
