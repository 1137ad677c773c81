import { PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
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
      <PasswordInput
        label={t('setting.passwordNew')}
        description={t('register.passwordHint', { shortest })}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...inputOf('newPassword')}
      />
      <PasswordInput
        label={t('setting.passwordConfirm')}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...inputOf('confirmPassword')}
      />
    </>
  )
}
