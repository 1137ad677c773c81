import { useTranslation } from 'react-i18next'
import { useShortestPassword } from './use-shortest-password.ts'

/** Validation of a new password entered twice; null when it is acceptable. */
export function useNewPasswordRules() {
  const { t } = useTranslation('account')
  const shortest = useShortestPassword()
  return {
    newPassword: (value: string): string | null =>
      [...value].length < shortest ? t('register.passwordShort', { shortest }) : null,
    confirmPassword: (value: string, { newPassword }: { readonly newPassword: string }): string | null =>
      value === newPassword ? null : t('register.confirmDiffers'),
  }
}
