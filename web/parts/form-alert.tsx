import './form.css'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { loginPath, refusalOf } from '../api/errors.ts'
import { goTo } from '#web/site-path.ts'

export interface FormAlertProps {
  /** As returned by the mutation; its refusal is shown here and not as a toast. */
  readonly error: unknown
}

/** Why a form could not be sent, shown at its top. Redirects to the login if the session has ended. */
export function FormAlert({ error }: FormAlertProps) {
  const { t } = useTranslation()
  const refusal = refusalOf(error)
  const isLoginDue = refusal?.kind === 'loginRequired'

  useEffect(() => {
    if (isLoginDue) goTo(loginPath())
  }, [isLoginDue])

  if (!refusal) return null
  return (
    <div className="form-alert" role="alert">
      {refusal.message ?? t('error.connection')}
    </div>
  )
}
