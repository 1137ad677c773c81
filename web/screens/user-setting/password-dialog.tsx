import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '../../api/errors.ts'
import { api } from '../../api/trpc.ts'
import { focusFirstError } from '../../parts/focus-first-error.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { NewPasswordFields } from '../../account/new-password-fields.tsx'
import { useNewPasswordRules } from '../../account/use-new-password-rules.ts'
import { PasswordField } from '#web/parts/password-field.tsx'

export interface PasswordDialogProps {
  onClose(): void
}

/** The current password once, the new one twice. */
export function PasswordDialog({ onClose }: PasswordDialogProps) {
  const { t } = useTranslation('account')
  const form = usePasswordForm()
  const change = api.account.changePassword.useMutation({
    meta: { isQuiet: true },
    onSuccess: () => {
      showToast(t('setting.passwordChanged'))
      onClose()
    },
    onError: (error) => {
      const isOld = refusalOf(error)?.kind === 'wrongPassword'
      form.getInputNode(isOld ? 'password' : 'newPassword')?.focus()
    },
  })
  const toggle = { 'aria-label': t('password.show') }

  return (
    <FormDialog
      title={t('setting.passwordAction')}
      action={t('setting.save')}
      isBusy={change.isPending}
      error={change.error}
      onSubmit={form.onSubmit(
        ({ password, newPassword }) => change.mutate({ password, newPassword }),
        focusFirstError(form),
      )}
      onClose={onClose}
    >
      <PasswordField
        label={t('setting.passwordNow')}
        autoComplete="current-password"
        visibilityToggleButtonProps={toggle}
        {...form.getInputProps('password')}
      />
      <NewPasswordFields inputOf={(name) => form.getInputProps(name)} />
    </FormDialog>
  )
}

function usePasswordForm() {
  const { t } = useTranslation('account')
  const rules = useNewPasswordRules()
  return useForm({
    initialValues: { password: '', newPassword: '', confirmPassword: '' },
    validate: {
      password: (value) => (value === '' ? t('login.passwordRequired') : null),
      ...rules,
    },
  })
}
