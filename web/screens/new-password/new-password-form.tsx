import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { focusFirstError } from '../../parts/focus-first-error.ts'
import { FormAlert } from '../../parts/form-alert.tsx'
import type { MailLink } from '../../session/mail-link.ts'
import { storeUser } from '../../session/stored-user.ts'
import { goTo } from '#web/site-path.ts'
import { isSecondFactorAsked, SecondFactorField } from '../../account/second-factor-field.tsx'
import { NewPasswordFields } from '../../account/new-password-fields.tsx'
import { useNewPasswordRules } from '../../account/use-new-password-rules.ts'
import { focusFirstField } from '#web/parts/focus-first-field.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'

export interface NewPasswordFormProps {
  readonly link: MailLink
  /** A path of this site. */
  readonly destination: string
}

/** The new password, twice. */
export function NewPasswordForm({ link, destination }: NewPasswordFormProps) {
  const { t } = useTranslation('account')
  const reset = api.account.resetPassword.useMutation({
    meta: { isQuiet: true },
    onError: (error) => isSecondFactorAsked(error) && setCodeAsked(true),
    onSuccess: (user) => {
      storeUser(user)
      // The address with the token must not remain in the history.
      goTo(destination, { replace: true })
    },
  })
  const [isCodeAsked, setCodeAsked] = useState(false)
  const rules = useNewPasswordRules()
  const form = useForm({
    initialValues: { newPassword: '', confirmPassword: '', secondFactor: '' },
    validate: rules,
  })

  return (
    <form
      ref={focusFirstField}
      className="form"
      noValidate
      onSubmit={form.onSubmit(
        ({ newPassword, secondFactor }) => reset.mutate({ ...link, newPassword, secondFactor }),
        focusFirstError(form),
      )}
    >
      <FormAlert error={reset.error} />
      <NewPasswordFields inputOf={(name) => form.getInputProps(name)} />
      {isCodeAsked && <SecondFactorField inputProps={form.getInputProps('secondFactor')} />}
      <WaitingButton type="submit" look="primary" isOff={reset.isPending || reset.isSuccess}>
        {t('newPassword.action')}
      </WaitingButton>
    </form>
  )
}
