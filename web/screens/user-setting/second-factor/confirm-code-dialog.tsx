import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { SecondFactorField } from '../../../account/second-factor-field.tsx'
import { focusFirstError } from '../../../parts/focus-first-error.ts'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { PasswordField } from '#web/parts/password-field.tsx'

export interface ConfirmCodeDialogProps {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly isDangerous?: boolean
  readonly isBusy: boolean
  readonly error: unknown
  onConfirm(confirmed: { readonly password: string; readonly code: string }): void
  onClose(): void
}

/** Asks for the password and a code before a change of the second factor. */
export function ConfirmCodeDialog({ text, onConfirm, ...dialog }: ConfirmCodeDialogProps) {
  const { t } = useTranslation('account')
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (value) => (value === '' ? t('login.passwordRequired') : null),
      code: (value) => (value.trim() === '' ? t('secondFactor.codeRequired') : null),
    },
  })
  return (
    <FormDialog {...dialog} text={[text]} onSubmit={form.onSubmit(onConfirm, focusFirstError(form))}>
      <PasswordField
        label={t('setting.passwordNow')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
        {...form.getInputProps('password')}
      />
      <SecondFactorField inputProps={form.getInputProps('code')} />
    </FormDialog>
  )
}
