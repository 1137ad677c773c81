import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '../../api/errors.ts'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { focusFirstError } from '../../parts/focus-first-error.ts'
import { FormAlert } from '../../parts/form-alert.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { PasswordField } from '#web/parts/password-field.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'

export interface EmailDialogProps {
  onClose(): void
}

/** Binds an e-mail address; the login password confirms the person's identity. */
export function EmailDialog({ onClose }: EmailDialogProps) {
  const { t } = useTranslation(['account', 'common'])
  const cache = api.useUtils()
  const formId = useId()
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (value.includes('@') ? null : t('email.required')),
      password: (value) => (value === '' ? t('login.passwordRequired') : null),
    },
  })
  const bind = api.account.changeEmail.useMutation({
    meta: { isQuiet: true },
    onSuccess: async () => {
      showToast(t('email.bound'))
      onClose()
      await cache.account.me.invalidate()
    },
    onError: (error) => form.getInputNode(refusalOf(error)?.kind === 'wrongPassword' ? 'password' : 'email')?.focus(),
  })

  return (
    <Dialog
      title={t('email.dialog')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <WaitingButton type="submit" form={formId} look="primary" isOff={bind.isPending}>
            {t('setting.save')}
          </WaitingButton>
        </>
      }
    >
      <form
        id={formId}
        className="form"
        noValidate
        onSubmit={form.onSubmit(
          ({ email, password }) => bind.mutate({ email: email.trim(), password }),
          focusFirstError(form),
        )}
      >
        <FormAlert error={bind.error} />
        <TextInput
          type="email"
          label={t('email.new')}
          description={t('email.newHint')}
          autoComplete="email"
          maxLength={254}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={t('email.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
          {...form.getInputProps('password')}
        />
      </form>
    </Dialog>
  )
}
