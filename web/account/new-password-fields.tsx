import { useTranslation } from 'react-i18next'
import { PasswordField } from '#web/parts/password-field.tsx'
import { useShortestPassword } from './use-shortest-password.ts'

export interface NewPasswordFieldsProps {
  /** Value, error and handlers from the form. */
  inputOf(name: 'newPassword' | 'confirmPassword'): object
}

/** A new password, twice. */
export function NewPasswordFields({ inputOf }: NewPasswordFieldsProps) {
  const { t } = useTranslation('account')
  const shortest = useShortestPassword()
  const toggle = { 'aria-label': t('password.show') }
  return (
    <>
      <PasswordField
        label={t('setting.passwordNew')}
        description={t('register.passwordHint', { shortest })}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...inputOf('newPassword')}
      />
      <PasswordField
        label={t('setting.passwordConfirm')}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...inputOf('confirmPassword')}
      />
    </>
  )
}
