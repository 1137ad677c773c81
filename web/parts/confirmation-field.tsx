import { PasswordInput, TextInput } from '@mantine/core'
import type { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { api } from '../api/trpc.ts'

type InputProps = ReturnType<ReturnType<typeof useForm>['getInputProps']>

/** Tells what is wrong with a confirmation before it is sent; null when nothing is. */
export function useConfirmationCheck(name: string): (typed: string) => string | null {
  const { t } = useTranslation()
  const hasPassword = useHasPassword()
  return (typed) => {
    if (hasPassword) return typed === '' ? t('confirm.passwordRequired') : null
    return typed.trim() === name.trim() ? null : t('confirm.nameDiffers')
  }
}

export interface ConfirmationFieldProps {
  /** Of the thing; typed by people who have no login password (threats A11). */
  readonly name: string
  readonly inputProps: InputProps
}

/** What proves that it is the caller who wants this: the login password, or the name of the thing. */
export function ConfirmationField({ name, inputProps }: ConfirmationFieldProps) {
  const { t } = useTranslation()
  if (!useHasPassword())
    return <TextInput label={t('confirm.name', { name })} autoComplete="off" spellCheck={false} {...inputProps} />
  return (
    <PasswordInput
      label={t('confirm.password')}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('confirm.passwordShow') }}
      {...inputProps}
    />
  )
}

const useHasPassword = (): boolean => api.account.me.useQuery({}).data?.hasPassword ?? true
