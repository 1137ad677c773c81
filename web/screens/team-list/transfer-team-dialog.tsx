import { PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { focusFirstError } from '../../parts/focus-first-error.ts'
import { FormAlert } from '../../parts/form-alert.tsx'
import { showToast } from '../../parts/toast-store.ts'
import type { ShownTeam } from './shown-team.ts'

export interface TransferTeamDialogProps {
  readonly team: ShownTeam
  onClose(): void
}

/** Asks for the new owner and the login password, and says what goes along (D38). */
export function TransferTeamDialog({ team, onClose }: TransferTeamDialogProps) {
  const { t } = useTranslation(['teams', 'common'])
  const formId = useId()
  const cache = api.useUtils()
  const ownItems = useOwnItemCount(team.id)
  const form = useForm({
    initialValues: { username: '', password: '' },
    validate: {
      username: (value) => (value.trim() === '' ? t('list.transfer.usernameRequired') : null),
      password: (value) => (value === '' ? t('list.transfer.passwordRequired') : null),
    },
  })
  const transfer = api.team.transfer.useMutation({
    meta: { isQuiet: true },
    onSuccess: async () => {
      showToast(t('list.transfer.done'))
      onClose()
      await Promise.all([cache.team.invalidate(), cache.item.invalidate()])
    },
  })

  return (
    <Dialog
      title={t('list.transfer.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" form={formId} look="danger" disabled={transfer.isPending}>
            {t('list.transfer.action')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="form"
        noValidate
        onSubmit={form.onSubmit((values) => transfer.mutate({ teamId: team.id, ...values }), focusFirstError(form))}
      >
        <p className="form-text">{t('list.transfer.tip', { name: team.teamName })}</p>
        {ownItems !== undefined && (
          <p className="form-text">
            {t(ownItems === 0 ? 'list.transfer.tipNoItems' : 'list.transfer.tipItems', { count: ownItems })}
          </p>
        )}
        <FormAlert error={transfer.error} />
        <TextInput
          label={t('list.transfer.username')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label={t('list.transfer.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('list.transfer.passwordShow') }}
          {...form.getInputProps('password')}
        />
      </form>
    </Dialog>
  )
}

/** How many items bound to the team are the caller's own; undefined until it is known. */
function useOwnItemCount(teamId: number): number | undefined {
  const bound = api.teamItem.listOfTeam.useQuery({ teamId })
  const items = api.item.list.useQuery({})
  if (!bound.data || !items.data) return undefined
  const own = new Set(items.data.filter(({ creator }) => creator).map(({ itemId }) => itemId))
  return bound.data.filter(({ itemId }) => own.has(itemId)).length
}
