import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { isCaptchaDue, refusalOf } from '../api/errors.ts'
import { api } from '../api/trpc.ts'
import { CaptchaField } from './captcha-field.tsx'
import { DuePasswordForm } from './due-password-form.tsx'
import { isSecondFactorAsked } from './second-factor-field.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { FormAlert } from '../parts/form-alert.tsx'
import { focusFirstError } from '../parts/focus-first-error.ts'
import { storeUser } from '../session/stored-user.ts'
import { focusFirstField } from '#web/parts/focus-first-field.ts'
import { PasswordField } from '#web/parts/password-field.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'

export interface LoginFormProps {
  /** The expected user; '' for anybody. */
  readonly username: string
  /** This browser has a session then. */
  onLoggedIn(): void
}

/**
 * Username or e-mail and password; the captcha appears when the server requires it (D08), and fields for a new password
 * when the current one must be changed.
 */
export function LoginForm({ username, onLoggedIn }: LoginFormProps) {
  const { t } = useTranslation('account')
  const [failures, setFailures] = useState(0)
  const [isCaptchaShown, setCaptchaShown] = useState(false)
  const [isLocked, setLocked] = useState(false)
  const [isCodeAsked, setCodeAsked] = useState(false)
  const login = api.account.login.useMutation({
    meta: { isQuiet: true },
    onSuccess: (user) => {
      storeUser(user)
      onLoggedIn()
    },
    onError: (error) => {
      // Pressing Enter twice must not show the message twice (spec §8).
      setLocked(true)
      setTimeout(() => setLocked(false), limits.alertLockMs)
      setFailures(failures + 1)
      const isResting = refusalOf(error)?.kind === 'tooManyFailures'
      setCodeAsked(isSecondFactorAsked(error) || (isCodeAsked && isResting))
      if (isCaptchaDue(refusalOf(error))) setCaptchaShown(true)
      form.setFieldValue('captcha', '')
    },
  })
  const form = useForm({
    initialValues: { username, password: '', captcha: '' },
    validate: {
      username: (value) => (value.trim() === '' ? t('login.accountRequired') : null),
      password: (value) => (value === '' ? t('login.passwordRequired') : null),
      captcha: (value) => (isCaptchaShown && value.trim() === '' ? t('captcha.required') : null),
    },
  })
  const isPasswordDue = refusalOf(login.error)?.kind === 'passwordMustChange'
  useEffect(() => {
    if (!isPasswordDue && !isCodeAsked) form.getInputNode(username === '' ? 'username' : 'password')?.focus()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- whenever the form is shown
  }, [isPasswordDue, isCodeAsked])
  const send = (values: typeof form.values) => {
    if (!isLocked) login.mutate(values)
  }

  if (isCodeAsked)
    return (
      <SecondFactorForm
        isBusy={login.isPending || login.isSuccess}
        error={login.error}
        onSend={(secondFactor) => login.mutate({ ...form.values, secondFactor })}
        onBack={() => {
          form.setFieldValue('password', '')
          setCodeAsked(false)
          login.reset()
        }}
      />
    )
  if (isPasswordDue)
    return (
      <DuePasswordForm
        username={form.values.username}
        password={form.values.password}
        onLoggedIn={onLoggedIn}
        onBack={() => {
          form.setFieldValue('password', '')
          login.reset()
        }}
      />
    )
  return (
    <form ref={focusFirstField} className="form" noValidate onSubmit={form.onSubmit(send, focusFirstError(form))}>
      <FormAlert error={login.error} />
      <TextInput
        label={t('login.account')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('username')}
      />
      <PasswordField
        label={t('login.password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
        {...form.getInputProps('password')}
      />
      {isCaptchaShown && <CaptchaField round={failures} {...form.getInputProps('captcha')} />}
      <WaitingButton type="submit" look="primary" isOff={login.isPending || login.isSuccess}>
        {t('login.action')}
      </WaitingButton>
    </form>
  )
}
