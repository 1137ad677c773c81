import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/trpc.ts'
import { ConfirmationField, useConfirmationCheck } from '../../../parts/confirmation-field.tsx'
import { focusFirstError } from '../../../parts/focus-first-error.ts'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { showToast } from '../../../parts/toast-store.ts'
import { goTo } from '#web/site-path.ts'

export interface LinkWish {
  readonly id: string
  readonly title: string
  /** It is linked, and will be unlinked. */
  readonly isLinked: boolean
}

export interface LinkLoginDialogProps {
  readonly wish: LinkWish
  /** Typed by people without a password here. */
  readonly username: string
  onClose(): void
}

/** Asks for the password before a login at another site is linked or unlinked. */
export function LinkLoginDialog({ wish: { id, title, isLinked }, username, onClose }: LinkLoginDialogProps) {
  const { t } = useTranslation('account')
  const utils = api.useUtils()
  const link = api.account.linkLogin.useMutation({
    meta: { isQuiet: true },
    // The browser navigates to the other site.
    onSuccess: ({ url }) => goTo(url),
  })
  const unlink = api.account.unlinkLogin.useMutation({
    meta: { isQuiet: true },
    onSuccess: () => {
      void utils.account.linkedLogins.invalidate()
      void utils.session.list.invalidate()
      showToast(t('linked.unlinked'))
      onClose()
    },
  })
  const asked = isLinked ? unlink : link
  const form = useForm({ initialValues: { password: '' }, validate: { password: useConfirmationCheck(username) } })

  return (
    <FormDialog
      title={t(isLinked ? 'linked.unlinkFrom' : 'linked.linkTo', { title })}
      text={[t(isLinked ? 'linked.unlinkText' : 'linked.linkText', { title })]}
      action={t(isLinked ? 'linked.unlink' : 'linked.continue')}
      isDangerous={isLinked}
      isBusy={asked.isPending || link.isSuccess}
      error={asked.error}
      onSubmit={form.onSubmit(({ password }) => asked.mutate({ id, password }), focusFirstError(form))}
      onClose={onClose}
    >
      <ConfirmationField name={username} inputProps={form.getInputProps('password')} />
    </FormDialog>
  )
}
