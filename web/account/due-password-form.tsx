import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCaptchaDue, refusalOf } from '../api/errors.ts'
import { api } from '../api/trpc.ts'
import { Button } from '../parts/button.tsx'
import { focusFirstError } from '../parts/focus-first-error.ts'
import { FormAlert } from '../parts/form-alert.tsx'
import { storeUser } from '../session/stored-user.ts'
import { CaptchaField } from './captcha-field.tsx'
import { isSecondFactorAsked, SecondFactorField } from './second-factor-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useNewPasswordRules } from './use-new-password-rules.ts'
import { focusFirstField } from '#web/parts/focus-first-field.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'

export interface DuePasswordFormProps {
  /** As entered for the login, and accepted. */
  readonly username: string
  readonly password: string
  /** This browser has a session then. */
  onLoggedIn(): void
  /** Back to entering name and password. */
  onBack(): void
}

/** Replaces a password set by an administrator by one chosen twice; submitting logs in. */
export function DuePasswordForm({ username, password, onLoggedIn, onBack }: DuePasswordFormProps) {
  const { t } = useTranslation('account')
  const [failures, setFailures] = useState(0)
  const [isCaptchaShown, setCaptchaShown] = useState(false)
  const [isCodeAsked, setCodeAsked] = useState(false)
  const change = api.account.changeDuePassword.useMutation({
    meta: { isQuiet: true },
    onSuccess: (user) => {
      storeUser(user)
      onLoggedIn()
    },
    onError: (error) => {
      setFailures(failures + 1)
      if (isCaptchaDue(refusalOf(error))) setCaptchaShown(true)
      if (isSecondFactorAsked(error)) setCodeAsked(true)
      form.setFieldValue('captcha', '')
    },
  })
  const rules = useNewPasswordRules()
  const form = useForm({
    initialValues: { newPassword: '', confirmPassword: '', captcha: '', secondFactor: '' },
    validate: {
      ...rules,
      captcha: (value) => (isCaptchaShown && value.trim() === '' ? t('captcha.required') : null),
    },
  })
  useEffect(() => {
    form.getInputNode('newPassword')?.focus()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the form is shown
  }, [])

  return (
    <form
      ref={focusFirstField}
      className="form"
      noValidate
      onSubmit={form.onSubmit(
        ({ newPassword, captcha, secondFactor }) =>
          change.mutate({ username, password, newPassword, captcha, secondFactor }),
        focusFirstError(form),
      )}
    >
      <p className="form-text" role="status">
        {t('duePassword.text', { username })}
      </p>
      <FormAlert error={change.error} />
      <NewPasswordFields inputOf={(name) => form.getInputProps(name)} />
      {isCodeAsked && <SecondFactorField inputProps={form.getInputProps('secondFactor')} />}
      {isCaptchaShown && <CaptchaField round={failures} {...form.getInputProps('captcha')} />}
      <WaitingButton type="submit" look="primary" isOff={change.isPending || change.isSuccess}>
        {t('newPassword.action')}
      </WaitingButton>
      <Button onClick={onBack}>{t('duePassword.back')}</Button>
    </form>
  )
}
