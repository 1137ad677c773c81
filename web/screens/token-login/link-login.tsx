import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '../../api/errors.ts'
import { api } from '../../api/trpc.ts'
import { isSecondFactorAsked } from '#web/account/second-factor-field.tsx'
import { SecondFactorForm } from '#web/account/second-factor-form.tsx'
import { AuthFrame } from '#web/account/auth-frame.tsx'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { useCurrentUser } from '../../session/current-user.tsx'
import { storeUser } from '../../session/stored-user.ts'
import { atSite, goTo, pathHere } from '#web/site-path.ts'

export interface LinkLoginProps {
  /** From the part of the address after #, which no server or proxy logs. */
  readonly token: string
}

/** Logs in with an operator's link after a click, so that link previews have no effect. */
export function LinkLogin({ token }: LinkLoginProps) {
  const { t } = useTranslation(['account', 'common'])
  const user = useCurrentUser()
  const login = api.account.loginByLink.useMutation({
    meta: { isQuiet: true },
    onSuccess: (loggedIn) => {
      storeUser(loggedIn)
      goTo('/item/index', { replace: true })
    },
  })
  const refusal = refusalOf(login.error)
  useDocumentTitle(t('login.title'))

  useEffect(() => {
    history.replaceState(null, '', atSite(pathHere()))
  }, [])

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
          <Button look="primary" onClick={() => login.mutate({ token, isConfirmed: true })}>
            {t('tokenLogin.other.action')}
          </Button>
          <ButtonLink href="/item/index">{t('tokenLogin.other.stay')}</ButtonLink>
        </div>
      </AuthFrame>
    )
  if (isSecondFactorAsked(login.error))
    return (
      <AuthFrame title={t('login.title')} text={t('linkLogin.text')}>
        <SecondFactorForm
          isBusy={login.isPending || login.isSuccess}
          error={login.error}
          onSend={(secondFactor) => login.mutate({ ...login.variables, token, secondFactor })}
          onBack={() => goTo('/user/login', { replace: true })}
        />
      </AuthFrame>
    )
  if (login.isError)
    return (
      <AuthFrame title={t('login.title')} text={t('tokenLogin.failed')}>
        <div className="form-alert" role="alert">
          {refusal?.message ?? t('common:error.connection')}
        </div>
        <ButtonLink href="/user/login">{t('login.title')}</ButtonLink>
      </AuthFrame>
    )
  return (
    <AuthFrame title={t('login.title')} text={t('linkLogin.text')}>
      <WaitingButton look="primary" isOff={login.isPending || login.isSuccess} onClick={() => login.mutate({ token })}>
        {t('linkLogin.action')}
      </WaitingButton>
    </AuthFrame>
  )
}
