import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearchParams } from 'wouter'
import { runDueJobs } from '../../api/due-jobs.ts'
import { AuthFrame } from '#web/account/auth-frame.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { useCurrentUser } from '../../session/current-user.tsx'
import { storeUser } from '../../session/stored-user.ts'
import { LoginElsewhere } from './login-elsewhere.tsx'
import { CompleteSignIn } from './complete-sign-in.tsx'
import { LoginForm } from '#web/account/login-form.tsx'
import { destinationOf } from '#web/session/destination.ts'
import { goTo } from '#web/site-path.ts'

/** `/user/login`, with the target in `redirect`. */
export function LoginScreen() {
  const { t } = useTranslation('account')
  const user = useCurrentUser()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const { destination, isIllegal } = destinationOf(query.get('redirect'))
  const problem = query.get('problem')
  // Somebody else is logged in, and this account is requested.
  const wanted = query.get('account') ?? ''
  const isOther = Boolean(user) && wanted !== '' && user?.username.toLowerCase() !== wanted.toLowerCase()
  useDocumentTitle(t('login.title'))

  useEffect(runDueJobs, [])
  useEffect(() => {
    if (!user || isIllegal || isOther || problem !== null) return
    // The person has returned from another site, and this browser has not completed the login yet.
    storeUser(user)
    navigate(destination, { replace: true })
  }, [user, destination, isIllegal, isOther, problem, navigate])

  return (
    <AuthFrame
      title={t('login.title')}
      text={isOther ? t('login.otherText', { current: user?.username }) : t('login.text')}
      below={
        <>
          <Link href="/user/resetPassword">{t('login.resetLink')}</Link>
          <span aria-hidden> · </span>
          {t('login.noAccount')} <Link href="/user/register">{t('login.registerLink')}</Link>
        </>
      }
    >
      {isIllegal && (
        <div className="form-alert" role="alert">
          {t('login.illegalRedirect')}
        </div>
      )}
      {problem === 'secondFactorRequired' ? (
        <CompleteSignIn destination={destination} />
      ) : (
        <LoginElsewhere redirect={query.get('redirect') ?? ''} problem={problem}>
          {/* A new document, so that every response belongs to the person who is logged in now. */}
          <LoginForm username={wanted} onLoggedIn={() => goTo(destination)} />
        </LoginElsewhere>
      )}
    </AuthFrame>
  )
}
