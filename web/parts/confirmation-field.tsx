import { TextInput } from '@mantine/core'
import type { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { api } from '../api/trpc.ts'
import { PasswordField } from '#web/parts/password-field.tsx'

type InputProps = ReturnType<ReturnType<typeof useForm>['getInputProps']>

/** Validates a confirmation before it is sent; null when it is acceptable. */
export function useConfirmationCheck(name: string): (typed: string) => string | null {
  const { t } = useTranslation()
  const hasPassword = useHasPassword()
  return (typed) => {
    if (hasPassword) return typed === '' ? t('confirm.passwordRequired') : null
    return typed.trim() === name.trim() ? null : t('confirm.nameDiffers')
  }
}

export interface ConfirmationFieldProps {
  /** Name of the thing; entered by people without a login password (threats A11). */
  readonly name: string
  readonly inputProps: InputProps
}

/** Confirms the caller's identity: the login password, or the name of the thing. */
export function ConfirmationField({ name, inputProps }: ConfirmationFieldProps) {
  const { t } = useTranslation()
  if (!useHasPassword())
    return <TextInput label={t('confirm.name', { name })} autoComplete="off" spellCheck={false} {...inputProps} />
  return (
    <PasswordField
      label={t('confirm.password')}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('confirm.passwordShow') }}
      {...inputProps}
    />
  )
}

const useHasPassword = (): boolean => api.account.me.useQuery({}).data?.hasPassword ?? true
