import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showToast } from '../../parts/toast-store.ts'
import type { ShownMember } from './shown-member.ts'
import { useMembersChanged } from './use-members-changed.ts'

export interface RemoveMemberDialogProps {
  readonly teamId: number
  readonly member: ShownMember
  onClose(): void
}

export function RemoveMemberDialog({ teamId, member, onClose }: RemoveMemberDialogProps) {
  const { t } = useTranslation('teams')
  const changed = useMembersChanged(teamId)
  const remove = api.teamMember.delete.useMutation({
    onSuccess: async () => {
      showToast(t('members.remove.done'))
      onClose()
      await changed()
    },
  })
  return (
    <ConfirmDialog
      title={t('members.remove.title')}
      text={t('members.remove.text', { name: member.name || member.memberUsername })}
      action={t('members.remove.action')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id: member.id })}
      onClose={onClose}
    >
      {member.addedBy !== null && <p>{t('members.remove.ofDirectory')}</p>}
    </ConfirmDialog>
  )
}
