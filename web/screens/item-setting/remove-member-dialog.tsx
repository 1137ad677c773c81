import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showToast } from '../../parts/toast-store.ts'
import type { ShownMember } from './shown-member.ts'

export interface RemoveMemberDialogProps {
  readonly itemId: number
  readonly member: ShownMember
  onClose(): void
}

export function RemoveMemberDialog({ itemId, member, onClose }: RemoveMemberDialogProps) {
  const { t } = useTranslation('members')
  const cache = api.useUtils()
  const { membershipId, username: name } = member
  const remove = api.member.delete.useMutation({
    onSuccess: async () => {
      showToast(t('remove.done'))
      onClose()
      await cache.member.invalidate()
    },
  })
  return (
    <ConfirmDialog
      title={t('remove.title')}
      text={t('remove.text', { name })}
      action={t('remove.action')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ itemId, membershipId })}
      onClose={onClose}
    />
  )
}
