import './item-password.css'
import { Lock } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams, useSearchParams } from 'wouter'
import { safeRedirect } from '#core/account/redirect.ts'
import { limits } from '#core/limits.ts'
import { isCaptchaDue, loginPath, refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { ButtonLink } from '#web/parts/button.tsx'
import { CaptchaPicture, type CaptchaPictureProps } from '#web/account/captcha-picture.tsx'
import { CodeByMail } from '#web/account/code-by-mail.tsx'
import { TopBar } from '#web/parts/top-bar.tsx'
import { useCurrentUser } from '#web/session/current-user.tsx'
import { focusFirstField } from '#web/parts/focus-first-field.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'

/** Asks for the visit password of a private item and continues to the requested page (spec §2). */
export function ItemPasswordScreen() {
  // Includes the texts of the captcha, so that the form stays when it appears.
  const { t } = useTranslation(['reader', 'account'])
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  // Its id or its personal domain.
  const itemId = useParams()['item'] ?? ''
  const pageId = Number(query.get('page_id') ?? 0) || 0
  const redirect = query.get('redirect')
  const wanted = redirect === null ? null : safeRedirect(redirect)
  const user = useCurrentUser()
  const cache = api.useUtils()
  const [round, setRound] = useState(0)
  const [needsCode, setNeedsCode] = useState(false)

  const enter = api.item.enterPassword.useMutation({
    meta: { isQuiet: true },
    async onSuccess({ itemId: opened }) {
      await cache.invalidate()
      navigate(wanted ?? (pageId > 0 ? `/${opened}/${pageId}` : `/${opened}`), { replace: true })
    },
    onError(error) {
      if (isCaptchaDue(refusalOf(error))) setNeedsCode(true)
      setRound(round + 1)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = (name: string): string => {
      const value = form.get(name)
      return typeof value === 'string' ? value : ''
    }
    enter.mutate({ itemId, pageId, password: typed('password'), captcha: typed('code') })
  }

  return (
    <>
      <TopBar />
      <main className="gate">
        <form ref={focusFirstField} onSubmit={submit}>
          <span className="gate-icon" aria-hidden>
            <Lock />
          </span>
          <h1>{t('gate.title')}</h1>
          <p>{t('gate.text')}</p>
          <label>
            <span>{t('gate.password')}</span>
            <input
              name="password"
              type="password"
              autoComplete="off"
              required
              maxLength={limits.visitPasswordLength}
              aria-invalid={enter.isError}
              aria-describedby="gate-error"
              ref={focusOnce}
            />
          </label>
          {needsCode && <CodeField round={round} />}
          <p id="gate-error" className="gate-error" role="alert">
            {enter.error && (refusalOf(enter.error)?.message ?? t('gate.failed'))}
          </p>
          <WaitingButton type="submit" look="primary" isOff={enter.isPending}>
            {t('gate.enter')}
          </WaitingButton>
          {user === null && (
            <ButtonLink look="quiet" href={loginPath(wanted ?? (itemId !== '0' ? `/${itemId}` : '/'))}>
              {t('gate.login')}
            </ButtonLink>
          )}
        </form>
      </main>
    </>
  )
}

// Only when the field appears, not for every letter.
const focusOnce = (element: HTMLInputElement | null) => element?.focus()

// Without the form library: visitors load this gate before the item.
function CodeField({ round }: CaptchaPictureProps) {
  const { t } = useTranslation('account')
  const [mailedIn, setMailedIn] = useState<number | null>(null)
  return (
    <>
      <div className="gate-code">
        <label>
          <span>{t('captcha.label')}</span>
          <input name="code" autoComplete="off" spellCheck={false} maxLength={12} required />
        </label>
        {mailedIn !== round && <CaptchaPicture round={round} />}
      </div>
      <CodeByMail key={round} onSent={() => setMailedIn(round)} />
    </>
  )
}
