import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { focusFirstError } from '../../parts/focus-first-error.ts'
import { FormAlert } from '../../parts/form-alert.tsx'
import type { MailLink } from '../../session/mail-link.ts'
import { storeUser } from '../../session/stored-user.ts'
import { goTo } from '#web/site-path.ts'

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
    onSuccess: (user) => {
      storeUser(user)
      // The address with the token does not stay behind the Back button.
      goTo(destination, { replace: true })
    },
  })
  const form = useForm({
    initialValues: { newPassword: '', confirmPassword: '' },
    validate: {
      newPassword: (value) =>
        [...value].length < limits.passwordShortest
          ? t('register.passwordShort', { shortest: limits.passwordShortest })
          : null,
      confirmPassword: (value, { newPassword }) => (value === newPassword ? null : t('register.confirmDiffers')),
    },
  })
  const toggle = { 'aria-label': t('password.show') }

  return (
    <form
      className="form"
      noValidate
      onSubmit={form.onSubmit(({ newPassword }) => reset.mutate({ ...link, newPassword }), focusFirstError(form))}
    >
      <FormAlert error={reset.error} />
      <PasswordInput
        label={t('setting.passwordNew')}
        description={t('register.passwordHint', { shortest: limits.passwordShortest })}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...form.getInputProps('newPassword')}
      />
      <PasswordInput
        label={t('setting.passwordConfirm')}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...form.getInputProps('confirmPassword')}
      />
      <Button type="submit" look="primary" disabled={reset.isPending || reset.isSuccess}>
        {t('newPassword.action')}
      </Button>
    </form>
  )
}
