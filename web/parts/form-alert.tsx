import './form.css'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { atSite, goTo } from '#web/site-path.ts'
import { loginPath, refusalOf } from '../api/errors.ts'

export interface FormAlertProps {
  /** As returned by the mutation; its refusal is shown here and not as a toast. */
  readonly error: unknown
}

/** Fields in which something may have been entered. */
const FIELDS = 'input:not([type=hidden]), textarea, select, [contenteditable]:not([contenteditable=false])'

/**
 * Why a form could not be sent, shown at its top. When the session has ended, redirects to the login, unless that would
 * lose what was entered: then the login is offered in another window.
 */
export function FormAlert({ error }: FormAlertProps) {
  const { t } = useTranslation()
  const element = useRef<HTMLDivElement>(null)
  const refusal = refusalOf(error)
  const isLoginDue = refusal?.kind === 'loginRequired'

  useEffect(() => {
    if (isLoginDue && !isFilledIn(element.current)) goTo(loginPath())
  }, [isLoginDue])

  if (!refusal) return null
  return (
    <div ref={element} className="form-alert" role="alert">
      {isLoginDue ? t('login.ended') : (refusal.message ?? t('error.connection'))}
      {isLoginDue && (
        <>
          {' '}
          <a href={atSite(loginPath())} target="_blank" rel="noopener">
            {t('login.elsewhere')}
          </a>
        </>
      )}
    </div>
  )
}

function isFilledIn(alert: HTMLElement | null): boolean {
  return [...(alert?.closest('form, dialog')?.querySelectorAll(FIELDS) ?? [])].some(isEntered)
}

/** A box as it was at first says nothing; anything else that is not empty may have been entered. */
function isEntered(field: Element): boolean {
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio'))
    return field.checked !== field.defaultChecked
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)
    return field.value !== ''
  return field.textContent.trim() !== '' || field.querySelector('img') !== null
}
