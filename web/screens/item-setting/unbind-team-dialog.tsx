import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showToast } from '../../parts/toast-store.ts'
import type { BoundTeam } from './item-team-table.tsx'
import { useItemTeamsChanged } from './use-item-teams-changed.ts'

export interface UnbindTeamDialogProps {
  readonly binding: BoundTeam
  onClose(): void
}

export function UnbindTeamDialog({ binding: { id, teamName: name }, onClose }: UnbindTeamDialogProps) {
  const { t } = useTranslation('members')
  const changed = useItemTeamsChanged()
  const unbind = api.teamItem.unbind.useMutation({
    onSuccess: async () => {
      showToast(t('teams.unbind.done'))
      onClose()
      await changed()
    },
  })
  return (
    <ConfirmDialog
      title={t('teams.unbind.title')}
      text={t('teams.unbind.text', { name })}
      action={t('teams.unbind.action')}
      isDangerous
      isBusy={unbind.isPending}
      onConfirm={() => unbind.mutate({ id })}
      onClose={onClose}
    />
  )
}
