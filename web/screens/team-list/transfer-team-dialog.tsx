import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '../../api/errors.ts'
import { api } from '../../api/trpc.ts'
import { ConfirmationField, useConfirmationCheck } from '../../parts/confirmation-field.tsx'
import { focusFirstError } from '../../parts/focus-first-error.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast-store.ts'
import type { ShownTeam } from './shown-team.ts'

export interface TransferTeamDialogProps {
  readonly team: ShownTeam
  onClose(): void
}

/** Asks for the new owner and the login password, and lists what is transferred, too (D38). */
export function TransferTeamDialog({ team, onClose }: TransferTeamDialogProps) {
  const { t } = useTranslation('teams')
  const cache = api.useUtils()
  const ownItems = useOwnItemCount(team.id)
  const checkConfirmation = useConfirmationCheck(team.teamName)
  const form = useForm({
    initialValues: { username: '', password: '' },
    validate: {
      username: (value) => (value.trim() === '' ? t('list.transfer.usernameRequired') : null),
      password: checkConfirmation,
    },
  })
  const transfer = api.team.transfer.useMutation({
    meta: { isQuiet: true },
    onSuccess: async () => {
      showToast(t('list.transfer.done'))
      onClose()
      await Promise.all([cache.team.invalidate(), cache.item.invalidate()])
    },
    onError: (error) => form.getInputNode(refusalOf(error)?.kind === 'unknownUser' ? 'username' : 'password')?.focus(),
  })

  const moved = t(ownItems === 0 ? 'list.transfer.tipNoItems' : 'list.transfer.tipItems', { count: ownItems ?? 0 })

  return (
    <FormDialog
      title={t('list.transfer.title')}
      text={[t('list.transfer.tip', { name: team.teamName }), ...(ownItems === undefined ? [] : [moved])]}
      action={t('list.transfer.action')}
      isDangerous
      isBusy={transfer.isPending}
      error={transfer.error}
      onSubmit={form.onSubmit((values) => transfer.mutate({ teamId: team.id, ...values }), focusFirstError(form))}
      onClose={onClose}
    >
      <TextInput
        label={t('list.transfer.username')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('username')}
      />
      <ConfirmationField name={team.teamName} inputProps={form.getInputProps('password')} />
    </FormDialog>
  )
}

/** The number of items bound to the team that the caller owns; undefined until known. */
function useOwnItemCount(teamId: number): number | undefined {
  const bound = api.teamItem.listOfTeam.useQuery({ teamId })
  const items = api.item.list.useQuery({})
  if (!bound.data || !items.data) return undefined
  const own = new Set(items.data.filter(({ isOwner }) => isOwner).map(({ itemId }) => itemId))
  return bound.data.filter(({ itemId }) => own.has(itemId)).length
}
