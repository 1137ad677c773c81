import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loginPath } from '#web/api/errors.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { lazyPart, Part } from '#web/parts/part.tsx'
import { atSite } from '#web/site-path.ts'

const LoginForm = lazyPart(async () => (await import('#web/account/login-form.tsx')).LoginForm)

export interface LoginInPlaceProps {
  /** The person who is editing. */
  readonly username: string
  /** This device keeps drafts, so leaving the editor needs no confirmation. */
  readonly isKept: boolean
  /** Somebody has logged in: this person, or another one, for whom the server accepts no saves from here. */
  onLoggedIn(): void
}

/** Offers to log in again above the text being edited. */
export function LoginInPlace({ username, isKept, onLoggedIn }: LoginInPlaceProps) {
  const { t } = useTranslation('editor')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        {t('state.login')}
      </Button>
      {isOpen && (
        <Dialog title={t('login.title')} onClose={close}>
          <p>{t('login.text', { username })}</p>
          <Part>
            <LoginForm
              username={username}
              onLoggedIn={() => {
                close()
                onLoggedIn()
              }}
            />
          </Part>
          {/* A login at another site may be necessary: the text is found as a draft afterwards. */}
          <p>
            <a href={atSite(loginPath())} data-keeps-draft={isKept || undefined}>
              {t('login.elsewhere')}
            </a>
          </p>
        </Dialog>
      )}
    </>
  )
}
