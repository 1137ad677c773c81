import './code-by-mail.css'
import { useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '../api/errors.ts'
import { api } from '../api/trpc.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'

export interface CodeByMailProps {
  /** A letter was requested: its code replaces that of the picture. */
  onSent(): void
}

/** Requests the verification code by mail; renders nothing on a site without mail. Part of another form. */
export function CodeByMail({ onSent }: CodeByMailProps) {
  const { t } = useTranslation('account')
  const fieldId = useId()
  const [isOpen, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const { data: mail } = api.account.mailInfo.useQuery({})
  const ask = api.account.captchaByMail.useMutation({ meta: { isQuiet: true }, onSuccess: onSent })
  if (!mail?.isOn) return null
  const send = (): void => {
    if (email.trim() !== '') ask.mutate({ email: email.trim() })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    // It belongs to the surrounding form.
    event.preventDefault()
    send()
  }
  if (!isOpen)
    return (
      <button type="button" className="code-by-mail-open" onClick={() => setOpen(true)}>
        {t('codeMail.open')}
      </button>
    )
  return (
    <div className="code-by-mail">
      <label htmlFor={fieldId}>{t('codeMail.address')}</label>
      <div>
        <input
          id={fieldId}
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          ref={focusOnce}
          value={email}
          aria-invalid={ask.isError}
          aria-describedby={`${fieldId}-outcome`}
          onChange={({ target }) => setEmail(target.value)}
          onKeyDown={onKeyDown}
        />
        <WaitingButton isOff={ask.isPending} onClick={send}>
          {t('codeMail.send')}
        </WaitingButton>
      </div>
      <p id={`${fieldId}-outcome`} role="status" data-failed={ask.isError}>
        {ask.isSuccess && t('codeMail.sent', { email: ask.variables.email })}
        {ask.isError && (refusalOf(ask.error)?.message ?? t('codeMail.failed'))}
      </p>
    </div>
  )
}

// Only when the field appears, not for every letter.
const focusOnce = (element: HTMLInputElement | null) => element?.focus()
