import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'

/** What is wrong with a new password that is typed twice, as forms ask for it; null when nothing is. */
export function useNewPasswordRules() {
  const { t } = useTranslation('account')
  return {
    newPassword: (value: string): string | null =>
      [...value].length < limits.passwordShortest
        ? t('register.passwordShort', { shortest: limits.passwordShortest })
        : null,
    confirmPassword: (value: string, { newPassword }: { readonly newPassword: string }): string | null =>
      value === newPassword ? null : t('register.confirmDiffers'),
  }
}
