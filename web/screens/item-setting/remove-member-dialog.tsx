import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showToast } from '../../parts/toast-store.ts'
import type { ShownMember } from './shown-member.ts'
import { useItemTeamsChanged } from './use-item-teams-changed.ts'

export interface RemoveMemberDialogProps {
  readonly itemId: number
  readonly member: ShownMember
  onClose(): void
}

/** Explains what ends, and offers to take over vouching for the teams that would be unbound with the member. */
export function RemoveMemberDialog({ itemId, member, onClose }: RemoveMemberDialogProps) {
  const { t } = useTranslation('members')
  const changed = useItemTeamsChanged()
  const [keepsTeams, setKeepsTeams] = useState(false)
  const { membershipId, username: name } = member
  const bindings = api.teamItem.list.useQuery({ itemId })
  const bound = (bindings.data ?? []).filter(({ boundBy }) => boundBy === name)
  const remove = api.member.delete.useMutation({
    onSuccess: async () => {
      showToast(t('remove.done'))
      onClose()
      await changed()
    },
  })
  return (
    <ConfirmDialog
      title={t('remove.title')}
      text={t('remove.text', { name })}
      action={t('remove.action')}
      isDangerous
      isBusy={remove.isPending || bindings.isPending}
      onConfirm={() => remove.mutate({ itemId, membershipId, keepsTeams })}
      onClose={onClose}
    >
      {bound.length > 0 && (
        <>
          <p>{t('remove.teams', { name, teams: bound.map(({ teamName }) => teamName).join(', ') })}</p>
          <Checkbox
            label={t('remove.keepTeams')}
            checked={keepsTeams}
            onChange={({ currentTarget: { checked } }) => setKeepsTeams(checked)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
