import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { limits } from '#core/limits.ts'
import { refusalOf } from '../../api/errors.ts'
import { api } from '../../api/trpc.ts'
import { ConfirmationField, useConfirmationCheck } from '../../parts/confirmation-field.tsx'
import { focusFirstError } from '../../parts/focus-first-error.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { pathHere } from '#web/site-path.ts'

/** What an owner can do to the whole item. */
export type Action = 'transfer' | 'archive' | 'delete'

export interface LifecycleDialogProps {
  readonly action: Action
  readonly item: { readonly itemId: number; readonly itemName: string }
  onClose(): void
}

/** Explains the action and asks for the login password; afterwards the item list opens automatically (spec §4). */
export function LifecycleDialog({ action, item: { itemId, itemName }, onClose }: LifecycleDialogProps) {
  const { t } = useTranslation('settings')
  const checkConfirmation = useConfirmationCheck(itemName)
  const form = useForm({
    initialValues: { username: '', password: '' },
    validate: {
      username: (value) => (action === 'transfer' && value.trim() === '' ? t('transfer.usernameRequired') : null),
      password: checkConfirmation,
    },
  })
  const leave = useWayToList(itemId)
  const options = {
    meta: { isQuiet: true },
    onSuccess: () => {
      showToast(t(`lifecycle.done.${action}`))
      leave()
      onClose()
    },
    onError: (error: unknown) =>
      form.getInputNode(refusalOf(error)?.kind === 'unknownUser' ? 'username' : 'password')?.focus(),
  }
  const transfer = api.item.transfer.useMutation(options)
  const archive = api.item.archive.useMutation(options)
  const remove = api.item.delete.useMutation(options)
  const teams = api.teamItem.list.useQuery({ itemId }, { enabled: action === 'transfer' }).data ?? []
  const warning = [t(`lifecycle.warning.${action}`, { name: itemName })]
  if (teams.length > 0) warning.push(t('transfer.teams', { teams: teams.map(({ teamName }) => teamName).join(', ') }))
  const { isPending, error } = { transfer, archive, delete: remove }[action]

  const send = ({ username, password }: typeof form.values) => {
    if (action === 'transfer') transfer.mutate({ itemId, username: username.trim(), password })
    else (action === 'archive' ? archive : remove).mutate({ itemId, password })
  }

  return (
    <FormDialog
      title={t(`lifecycle.title.${action}`)}
      text={warning}
      action={t(`lifecycle.action.${action}`)}
      isDangerous
      isBusy={isPending}
      error={error}
      onSubmit={form.onSubmit(send, focusFirstError(form))}
      onClose={onClose}
    >
      {action === 'transfer' && (
        <TextInput
          label={t('transfer.username')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('username')}
        />
      )}
      <ConfirmationField name={itemName} inputProps={form.getInputProps('password')} />
    </FormDialog>
  )
}

/** Opens the item list after a while, unless the user has left the settings. */
function useWayToList(itemId: number): () => void {
  const cache = api.useUtils()
  const [, navigate] = useLocation()
  return () =>
    setTimeout(() => {
      // Displayed data is refetched only once it is not about this item any more.
      if (pathHere().startsWith(`/item/setting/${itemId}`)) navigate('/item/index')
      void cache.item.invalidate()
    }, limits.lifecycleRedirectMs)
}
