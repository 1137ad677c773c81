import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/trpc.ts'
import { focusFirstError } from '../../../parts/focus-first-error.ts'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { PasswordField } from '#web/parts/password-field.tsx'

export interface SetUpDialogProps {
  onSwitchedOn(recoveryCodes: readonly string[]): void
  onClose(): void
}

/** The password, then the QR code for the app and a first code from it. */
export function SetUpDialog({ onSwitchedOn, onClose }: SetUpDialogProps) {
  const { t } = useTranslation('account')
  const begin = api.secondFactor.begin.useMutation({ meta: { isQuiet: true } })
  const switchOn = api.secondFactor.switchOn.useMutation({
    meta: { isQuiet: true },
    onSuccess: ({ recoveryCodes }) => onSwitchedOn(recoveryCodes),
    onError: () => form.getInputNode('code')?.focus(),
  })
  const begun = begin.data
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (value) => (!begun && value === '' ? t('login.passwordRequired') : null),
      code: (value) => (begun && value.trim() === '' ? t('secondFactor.codeRequired') : null),
    },
  })
  useEffect(() => {
    if (begun) form.getInputNode('code')?.focus()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the picture is shown
  }, [begun])

  return (
    <FormDialog
      title={t('secondFactor.setUpTitle')}
      action={t(begun ? 'secondFactor.switchOn' : 'secondFactor.next')}
      isBusy={begin.isPending || switchOn.isPending}
      error={begun ? switchOn.error : begin.error}
      text={[t(begun ? 'secondFactor.scanText' : 'secondFactor.passwordText')]}
      onSubmit={form.onSubmit(
        ({ password, code }) => (begun ? switchOn.mutate({ code }) : begin.mutate({ password })),
        focusFirstError(form),
      )}
      onClose={onClose}
    >
      {begun ? (
        <>
          <img
            className="second-factor-picture"
            alt={t('secondFactor.picture')}
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(begun.qrCode)}`}
          />
          <p className="form-text">
            {t('secondFactor.byHand')}
            <code className="second-factor-secret">{begun.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
          </p>
          <TextInput
            label={t('secondFactor.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={12}
            {...form.getInputProps('code')}
          />
        </>
      ) : (
        <PasswordField
          label={t('setting.passwordNow')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
          {...form.getInputProps('password')}
        />
      )}
    </FormDialog>
  )
}
