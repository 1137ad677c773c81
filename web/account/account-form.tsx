import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { refusalOf } from '../api/errors.ts'
import { useShortestPassword } from './use-shortest-password.ts'
import { CaptchaField } from './captcha-field.tsx'
import { focusFirstError } from '../parts/focus-first-error.ts'
import { FormAlert } from '../parts/form-alert.tsx'
import { focusFirstField } from '#web/parts/focus-first-field.ts'
import { PasswordField } from '#web/parts/password-field.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'

export interface NewAccount {
  readonly username: string
  readonly password: string
  readonly confirmPassword: string
  readonly captcha: string
}

export interface AccountFormProps {
  readonly action: string
  readonly hasCaptcha: boolean
  /** How often the form was refused: each time there is a new captcha (spec §8). */
  readonly failures: number
  /** As returned by the mutation. */
  readonly error: unknown
  readonly isBusy: boolean
  onSend(account: NewAccount): void
}

/** A username, and a password twice. */
export function AccountForm({ action, hasCaptcha, failures, error, isBusy, onSend }: AccountFormProps) {
  const { t } = useTranslation('account')
  const passwordShortest = useShortestPassword()
  const form = useAccountForm(hasCaptcha, passwordShortest)
  const refusal = refusalOf(error)?.kind

  useEffect(() => {
    if (failures === 0) return
    form.setFieldValue('captcha', '')
    const field = fieldOf(refusal)
    if (field) form.getInputNode(field)?.focus()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each failure
  }, [failures])

  return (
    <form ref={focusFirstField} className="form" noValidate onSubmit={form.onSubmit(onSend, focusFirstError(form))}>
      <FormAlert error={error} />
      <TextInput
        label={t('register.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.usernameLongest}
        {...form.getInputProps('username')}
      />
      <PasswordField
        label={t('register.password')}
        description={t('register.passwordHint', { shortest: passwordShortest })}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
        {...form.getInputProps('password')}
      />
      <PasswordField
        label={t('register.confirm')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
        {...form.getInputProps('confirmPassword')}
      />
      {hasCaptcha && <CaptchaField round={failures} {...form.getInputProps('captcha')} />}
      <WaitingButton type="submit" look="primary" isOff={isBusy}>
        {action}
      </WaitingButton>
    </form>
  )
}

function useAccountForm(hasCaptcha: boolean, passwordShortest: number) {
  const { t } = useTranslation('account')
  const { usernameShortest: shortest, usernameLongest: longest } = limits
  return useForm<NewAccount>({
    initialValues: { username: '', password: '', confirmPassword: '', captcha: '' },
    validate: {
      username: (value) =>
        [...value.trim()].length < shortest ? t('register.usernameLength', { shortest, longest }) : null,
      password: (value) =>
        [...value].length < passwordShortest ? t('register.passwordShort', { shortest: passwordShortest }) : null,
      confirmPassword: (value, { password }) => (value === password ? null : t('register.confirmDiffers')),
      captcha: (value) => (hasCaptcha && value.trim() === '' ? t('captcha.required') : null),
    },
  })
}

/** The field a refusal is about. */
function fieldOf(kind: string | null | undefined): keyof NewAccount | null {
  if (kind === 'usernameTaken' || kind === 'illegalUsername') return 'username'
  if (kind === 'passwordTooWeak') return 'password'
  return kind === 'captchaRequired' ? 'captcha' : null
}
