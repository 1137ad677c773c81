import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { api } from '../../api/trpc.ts'
import { AuthFrame } from '#web/account/auth-frame.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { ResetForm } from './reset-form.tsx'

/** `/user/resetPassword`: asks for a link to a new password. */
export function ResetPasswordScreen() {
  const { t } = useTranslation('account')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const info = api.account.mailInfo.useQuery({})
  useDocumentTitle(t('reset.title'))
  const below = (
    <>
      {t('reset.remembered')} <Link href="/user/login">{t('reset.loginLink')}</Link>
    </>
  )

  if (sentTo !== null)
    return (
      <AuthFrame title={t('reset.sent.title')} text={t('reset.sent.text', { email: sentTo })} below={below}>
        <p className="form-text" role="status">
          {t('reset.sent.hint')}
        </p>
      </AuthFrame>
    )
  if (info.data?.isOn === false)
    return <AuthFrame title={t('reset.noMail.title')} text={t('reset.noMail.text')} below={below} />
  return (
    <AuthFrame title={t('reset.title')} text={t('reset.text')} below={below}>
      {!info.isPending && <ResetForm hasCaptcha={info.data?.needsCaptcha ?? false} onSent={setSentTo} />}
    </AuthFrame>
  )
}
