import { Select } from '@mantine/core'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { FormAlert } from '../../parts/form-alert.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { useListInDialog } from '../../parts/use-list-in-dialog.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { useItemTeamsChanged } from './use-item-teams-changed.ts'

export interface BindTeamDialogProps {
  readonly itemId: number
  /** Teams managed by the caller that are not bound yet. */
  readonly teams: readonly { readonly id: number; readonly teamName: string }[]
  onClose(): void
}

export function BindTeamDialog({ itemId, teams, onClose }: BindTeamDialogProps) {
  const { t } = useTranslation(['members', 'common'])
  const formId = useId()
  const changed = useItemTeamsChanged()
  const list = useListInDialog()
  const [teamId, setTeamId] = useState<string | null>(teams.length === 1 ? String(teams[0]?.id) : null)
  const [isMissing, setMissing] = useState(false)
  const bind = api.teamItem.bind.useMutation({
    meta: { isQuiet: true },
    onSuccess: async () => {
      showToast(t('teams.bind.done'))
      onClose()
      await changed()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (teamId === null) setMissing(true)
    else bind.mutate({ teamId: Number(teamId), itemIds: [itemId] })
  }

  return (
    <Dialog
      title={t('teams.bind.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          {teams.length > 0 && (
            <WaitingButton type="submit" form={formId} look="primary" isOff={bind.isPending}>
              {t('teams.bind.action')}
            </WaitingButton>
          )}
        </>
      }
    >
      {teams.length === 0 ? (
        <div className="form">
          <p className="form-text">{t('teams.bind.none')}</p>
          <div className="form-actions">
            <ButtonLink href="/team/index">{t('teams.bind.toTeams')}</ButtonLink>
          </div>
        </div>
      ) : (
        <form id={formId} className="form" noValidate onSubmit={submit}>
          <p className="form-text">{t('teams.bind.text')}</p>
          <FormAlert error={bind.error} />
          <Select
            label={t('teams.column.name')}
            searchable
            nothingFoundMessage={t('teams.bind.nothingFound')}
            data={teams.map(({ id, teamName }) => ({ value: String(id), label: teamName }))}
            {...list}
            value={teamId}
            onChange={setTeamId}
            error={isMissing && teamId === null && t('teams.bind.required')}
          />
        </form>
      )}
    </Dialog>
  )
}
