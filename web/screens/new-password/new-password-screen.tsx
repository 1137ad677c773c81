import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'wouter'
import { AuthFrame } from '#web/account/auth-frame.tsx'
import { ButtonLink } from '../../parts/button.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { mailLinkOf } from '../../session/mail-link.ts'
import { destinationOf } from '#web/session/destination.ts'
import { NewPasswordForm } from './new-password-form.tsx'

/** `/user/ResetPasswordByUrl`, the target of the letter's link: sets a new password. */
export function NewPasswordScreen() {
  const { t } = useTranslation('account')
  const [query] = useSearchParams()
  const link = mailLinkOf(query)
  const { destination } = destinationOf(query.get('redirect'))
  useDocumentTitle(t('newPassword.title'))

  if (!link)
    return (
      <AuthFrame title={t('link.incomplete.title')} text={t('link.incomplete.text')}>
        <ButtonLink href="/user/resetPassword">{t('newPassword.askAgain')}</ButtonLink>
      </AuthFrame>
    )
  return (
    <AuthFrame
      title={t('newPassword.title')}
      text={t('newPassword.text', { email: link.email })}
      below={<Link href="/user/resetPassword">{t('newPassword.askAgain')}</Link>}
    >
      <NewPasswordForm link={link} destination={destination} />
    </AuthFrame>
  )
}
