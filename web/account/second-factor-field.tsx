import { TextInput } from '@mantine/core'
import type { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '../api/errors.ts'

export interface SecondFactorFieldProps {
  readonly inputProps: ReturnType<ReturnType<typeof useForm>['getInputProps']>
}

/** A code of the authenticator app, or a recovery code. */
export function SecondFactorField({ inputProps }: SecondFactorFieldProps) {
  const { t } = useTranslation('account')
  return (
    <TextInput
      label={t('secondFactor.code')}
      description={t('secondFactor.codeHint')}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      {...inputProps}
    />
  )
}

/** Whether the server requires a code that was missing or wrong. */
export function isSecondFactorAsked(error: unknown): boolean {
  const kind = refusalOf(error)?.kind
  return kind === 'secondFactorRequired' || kind === 'wrongSecondFactor'
}
