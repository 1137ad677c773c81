import './login-elsewhere.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LoginIcon } from '#web/account/login-icon.tsx'
import { api } from '../../api/trpc.ts'
import { atSite } from '#web/site-path.ts'

export interface LoginElsewhereProps {
  /** From the address; '' for none. */
  readonly redirect: string
  /** Why a login at another site failed; null otherwise. */
  readonly problem: string | null
  /** The form for username and password. */
  readonly children: ReactNode
}

const KNOWN_PROBLEMS = [
  'accountSwitchedOff',
  'identityTaken',
  'illegalUsername',
  'linkNotGood',
  'passwordMustChange',
  'registrationClosed',
  'usernameTaken',
  'wrongLogin',
] as const

/** External logins: directories that share the login form, and sites where people can log in instead. */
export function LoginElsewhere({ redirect, problem, children }: LoginElsewhereProps) {
  const { t } = useTranslation('account')
  // The form works without it.
  const { data } = api.account.loginWays.useQuery({}, { meta: { isQuiet: true } })
  const { methods = [], redirects = [], arePasswordsOn = true } = data ?? {}
  const hasForm = arePasswordsOn || methods.length > 0
  const query = redirect === '' ? '' : `?redirect=${encodeURIComponent(redirect)}`

  return (
    <>
      {problem !== null && (
        <div className="form-alert" role="alert">
          {t(`login.problem.${KNOWN_PROBLEMS.find((known) => known === problem) ?? 'other'}`)}
        </div>
      )}
      {hasForm ? children : redirects.length === 0 && <p className="login-hint">{t('login.noWay')}</p>}
      {methods.length > 0 && (
        <p className="login-hint">{t('login.alsoWith', { titles: methods.map(({ title }) => title).join(', ') })}</p>
      )}
      {redirects.length > 0 && (
        <nav className="login-elsewhere" aria-label={t('login.elsewhere')}>
          {redirects.map(({ id, title, buttonText, icon }) => (
            // Not one of our screens: the browser navigates to the other site.
            <a key={id} className="button" data-look="plain" href={atSite(`/user/login/${id}/start${query}`)}>
              <LoginIcon name={icon} />
              {buttonText || t('login.with', { title })}
            </a>
          ))}
        </nav>
      )}
    </>
  )
}
