import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showToast } from '../../parts/toast-store.ts'
import type { ShownTeam } from './shown-team.ts'
import { TeamNameDialog } from './team-name-dialog.tsx'
import { TransferTeamDialog } from './transfer-team-dialog.tsx'

/** The open dialog, and its team. */
export type OpenDialog =
  { readonly kind: 'add' } | { readonly kind: 'rename' | 'transfer' | 'delete' | 'exit'; readonly team: ShownTeam }

export interface TeamDialogsProps {
  readonly open: OpenDialog
  onClose(): void
}

export function TeamDialogs({ open, onClose }: TeamDialogsProps) {
  if (open.kind === 'add') return <TeamNameDialog onClose={onClose} />
  const props = { team: open.team, onClose }
  if (open.kind === 'rename') return <TeamNameDialog {...props} />
  if (open.kind === 'transfer') return <TransferTeamDialog {...props} />
  return open.kind === 'delete' ? <DeleteTeamDialog {...props} /> : <ExitTeamDialog {...props} />
}

interface TeamDialogProps {
  readonly team: ShownTeam
  onClose(): void
}

/** Refreshes after somebody has lost a team, and perhaps items with it. */
function useTeamGone(said: string, onClose: () => void) {
  const cache = api.useUtils()
  return {
    onSuccess: async () => {
      showToast(said)
      onClose()
      await Promise.all([cache.team.invalidate(), cache.item.invalidate()])
    },
  }
}

function DeleteTeamDialog({ team, onClose }: TeamDialogProps) {
  const { t } = useTranslation('teams')
  const remove = api.team.delete.useMutation(useTeamGone(t('list.delete.done'), onClose))
  return (
    <ConfirmDialog
      title={t('list.delete.title')}
      text={t('list.delete.text', { name: team.teamName })}
      action={t('list.delete.action')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id: team.id })}
      onClose={onClose}
    />
  )
}

function ExitTeamDialog({ team, onClose }: TeamDialogProps) {
  const { t } = useTranslation('teams')
  const exit = api.team.leave.useMutation(useTeamGone(t('list.exit.done'), onClose))
  return (
    <ConfirmDialog
      title={t('list.exit.title')}
      text={t('list.exit.text', { name: team.teamName })}
      action={t('list.exit.action')}
      isDangerous
      isBusy={exit.isPending}
      onConfirm={() => exit.mutate({ id: team.id })}
      onClose={onClose}
    />
  )
}
