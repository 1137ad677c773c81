import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '../api/errors.ts'
import { Button } from '../parts/button.tsx'
import { focusFirstError } from '../parts/focus-first-error.ts'
import { FormAlert } from '../parts/form-alert.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { SecondFactorField } from './second-factor-field.tsx'

export interface SecondFactorFormProps {
  readonly isBusy: boolean
  /** As returned by the mutation; a required code is not an error here. */
  readonly error: unknown
  onSend(code: string): void
  /** Back to the start of this login. */
  onBack(): void
}

/** The additional step of a login with a second factor. */
export function SecondFactorForm({ isBusy, error, onSend, onBack }: SecondFactorFormProps) {
  const { t } = useTranslation('account')
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? t('secondFactor.codeRequired') : null) },
  })
  useEffect(() => {
    form.setFieldValue('code', '')
    form.getInputNode('code')?.focus()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the form is shown, and once for each failure
  }, [error])

  return (
    <form className="form" noValidate onSubmit={form.onSubmit(({ code }) => onSend(code), focusFirstError(form))}>
      <p className="form-text" role="status">
        {t('secondFactor.asked')}
      </p>
      <FormAlert error={refusalOf(error)?.kind === 'secondFactorRequired' ? null : error} />
      <SecondFactorField inputProps={form.getInputProps('code')} />
      <WaitingButton type="submit" look="primary" isOff={isBusy}>
        {t('login.action')}
      </WaitingButton>
      <Button onClick={onBack}>{t('duePassword.back')}</Button>
    </form>
  )
}
