import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { api } from '../../api/trpc.ts'
import { AuthFrame } from '#web/account/auth-frame.tsx'
import { ButtonLink } from '../../parts/button.tsx'
import { FormAlert } from '../../parts/form-alert.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { useCurrentUser } from '../../session/current-user.tsx'
import { mailLinkOf } from '../../session/mail-link.ts'

/** `/user/confirmEmail`, the target of the letter's link. Requires a click, because mail scanners open links too. */
export function ConfirmEmailScreen() {
  const { t } = useTranslation('account')
  const user = useCurrentUser()
  const [query] = useSearchParams()
  const link = mailLinkOf(query)
  const confirm = api.account.confirmEmail.useMutation({ meta: { isQuiet: true } })
  useDocumentTitle(t('confirmEmail.title'))
  const onwards = user ? (
    <ButtonLink href="/user/setting">{t('confirmEmail.toSettings')}</ButtonLink>
  ) : (
    <ButtonLink href="/user/login">{t('login.title')}</ButtonLink>
  )

  if (!link)
    return (
      <AuthFrame title={t('link.incomplete.title')} text={t('link.incomplete.text')}>
        {onwards}
      </AuthFrame>
    )
  if (confirm.isSuccess)
    return (
      <AuthFrame title={t('confirmEmail.done.title')} text={t('confirmEmail.done.text', { email: link.email })}>
        {onwards}
      </AuthFrame>
    )
  return (
    <AuthFrame title={t('confirmEmail.title')} text={t('confirmEmail.text', { email: link.email })}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          confirm.mutate(link)
        }}
      >
        <FormAlert error={confirm.error} />
        <WaitingButton type="submit" look="primary" isOff={confirm.isPending}>
          {t('confirmEmail.action')}
        </WaitingButton>
      </form>
    </AuthFrame>
  )
}
