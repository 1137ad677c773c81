import './form.css'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { loginPath, refusalOf } from '../api/errors.ts'
import { goTo } from '#web/site-path.ts'

export interface FormAlertProps {
  /** As the mutation gave it; its refusal is said here and not in a message at the edge of the screen. */
  readonly error: unknown
}

/** Why a form could not be sent, at its head. Who is not logged in any more is sent to the login. */
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
