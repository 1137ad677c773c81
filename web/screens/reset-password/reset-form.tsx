import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '../../api/errors.ts'
import { api } from '../../api/trpc.ts'
import { CaptchaField } from '#web/account/captcha-field.tsx'
import { focusFirstError } from '../../parts/focus-first-error.ts'
import { FormAlert } from '../../parts/form-alert.tsx'
import { focusFirstField } from '#web/parts/focus-first-field.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'

export interface ResetFormProps {
  readonly hasCaptcha: boolean
  onSent(email: string): void
}

/** The bound address, and the verification code each time. */
export function ResetForm({ hasCaptcha, onSent }: ResetFormProps) {
  const { t } = useTranslation('account')
  const [failures, setFailures] = useState(0)
  const ask = api.account.askPasswordReset.useMutation({
    meta: { isQuiet: true },
    onSuccess: (_, { email }) => onSent(email),
    onError: (error) => {
      setFailures(failures + 1)
      form.setFieldValue('captcha', '')
      if (refusalOf(error)?.kind === 'captchaRequired') form.getInputNode('captcha')?.focus()
    },
  })
  const form = useForm({
    initialValues: { email: '', captcha: '' },
    validate: {
      email: (value) => (value.includes('@') ? null : t('email.required')),
      captcha: (value) => (hasCaptcha && value.trim() === '' ? t('captcha.required') : null),
    },
  })

  return (
    <form
      ref={focusFirstField}
      className="form"
      noValidate
      onSubmit={form.onSubmit(
        ({ email, captcha }) => ask.mutate({ email: email.trim(), captcha }),
        focusFirstError(form),
      )}
    >
      <FormAlert error={ask.error} />
      <TextInput
        type="email"
        label={t('reset.email')}
        description={t('reset.emailHint')}
        autoComplete="email"
        maxLength={254}
        {...form.getInputProps('email')}
      />
      {hasCaptcha && <CaptchaField round={failures} {...form.getInputProps('captcha')} />}
      <WaitingButton type="submit" look="primary" isOff={ask.isPending}>
        {t('reset.action')}
      </WaitingButton>
    </form>
  )
}
