import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { loginPath, refusalOf } from '../../api/errors.ts'
import { api } from '../../api/trpc.ts'
import { AuthFrame } from '#web/account/auth-frame.tsx'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { useCurrentUser } from '../../session/current-user.tsx'
import { storeUser } from '../../session/stored-user.ts'
import { destinationOf } from '#web/session/destination.ts'
import { atSite, goTo, pathHere } from '#web/site-path.ts'
import { LinkLogin } from './link-login.tsx'

/** `/user/loginByUserToken`, with the token of a session in `user_token`, or that of an operator's link after a #. */
export function TokenLoginScreen() {
  // Kept here, because it is removed from the address immediately.
  const [linkToken] = useState(() => location.hash.slice(1))
  return linkToken === '' ? <TokenLogin /> : <LinkLogin token={linkToken} />
}

/** Exchanges the token for a session, once, and continues. */
function TokenLogin() {
  const { t } = useTranslation(['account', 'common'])
  const [query] = useSearchParams()
  // Kept here, because it is removed from the address immediately.
  const [token] = useState(() => query.get('user_token') ?? '')
  const [{ destination, isIllegal }] = useState(() => destinationOf(query.get('redirect_uri')))
  const isStarted = useRef(false)
  const user = useCurrentUser()
  const exchange = api.account.exchangeToken.useMutation({
    meta: { isQuiet: true },
    onSuccess: (loggedIn) => {
      storeUser(loggedIn)
      goTo(destination, { replace: true })
    },
    onError: (error) => {
      if (refusalOf(error)?.kind === 'loginRequired') goTo(loginPath(destination), { replace: true })
    },
  })
  const refusal = refusalOf(exchange.error)
  const start = useEffectEvent(() => exchange.mutate({ token }))
  useDocumentTitle(t('login.title'))

  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    // The token must not remain in the history, a bookmark or a referrer (threats T3).
    history.replaceState(null, '', atSite(pathHere()))
    if (!isIllegal) start()
  }, [isIllegal])

  if (refusal?.kind === 'otherAccount')
    return (
      <AuthFrame
        title={t('tokenLogin.other.title')}
        text={t('tokenLogin.other.text', {
          current: user?.username ?? '',
          username: String(refusal.details['username'] ?? ''),
        })}
      >
        <div className="form-actions">
          <Button look="primary" onClick={() => exchange.mutate({ token, isConfirmed: true })}>
            {t('tokenLogin.other.action')}
          </Button>
          <ButtonLink href="/item/index">{t('tokenLogin.other.stay')}</ButtonLink>
        </div>
      </AuthFrame>
    )
  const isFailed = isIllegal || (refusal !== null && refusal.kind !== 'loginRequired')
  if (!isFailed) return <AuthFrame title={t('login.title')} text={t('tokenLogin.text')} />
  return (
    <AuthFrame title={t('login.title')} text={t('tokenLogin.failed')}>
      <div className="form-alert" role="alert">
        {isIllegal ? t('login.illegalRedirect') : (refusal?.message ?? t('common:error.connection'))}
      </div>
      <ButtonLink href="/user/login">{t('login.title')}</ButtonLink>
    </AuthFrame>
  )
}
