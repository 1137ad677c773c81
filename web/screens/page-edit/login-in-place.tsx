import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loginPath } from '#web/api/errors.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { lazyPart, Part } from '#web/parts/part.tsx'
import { atSite } from '#web/site-path.ts'

const LoginForm = lazyPart(async () => (await import('#web/account/login-form.tsx')).LoginForm)

export interface LoginInPlaceProps {
  /** Who writes here. */
  readonly username: string
  /** This device keeps drafts, so nothing has to be asked about before the editor is left. */
  readonly isKept: boolean
  /** Somebody has logged in: this person, or another one in whose name the server lets nothing be saved from here. */
  onLoggedIn(): void
}

/** Offers to log in again over the text that is being written. */
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
          {/* Another site may have to do it: the text is found as a draft by whoever comes back. */}
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
