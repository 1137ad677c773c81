import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiPart } from '../api/api-part.ts'
import { loginPath } from '../api/errors.ts'
import { useCurrentUser } from '../session/current-user.tsx'
import { ButtonLink } from '../parts/button.tsx'
import { Menu } from '../parts/menu.tsx'
import { lazyPart, Part } from '../parts/part.tsx'
import { atSite } from '#web/site-path.ts'

const AccountActions = lazyPart(async () => (await import('./account-actions.tsx')).AccountActions)
const Logout = apiPart(async () => (await import('./logout.tsx')).Logout)

/** A login link, or the user menu. */
export function UserMenu() {
  const { t } = useTranslation()
  const user = useCurrentUser()
  const [isLeaving, setLeaving] = useState(false)
  if (user === undefined) return null
  if (user === null) return <LoginLink />
  const shownName = user.name === '' ? user.username : user.name
  return (
    <>
      <Menu
        renderOpener={(props) => (
          <button type="button" className="avatar" title={shownName} aria-label={t('nav.account')} {...props}>
            {String.fromCodePoint(shownName.codePointAt(0) ?? 0)}
          </button>
        )}
      >
        <Part>
          <AccountActions user={user} onLogout={() => setLeaving(true)} />
        </Part>
      </Menu>
      {isLeaving && (
        <Part onClose={() => setLeaving(false)}>
          <Logout onStay={() => setLeaving(false)} />
        </Part>
      )}
    </>
  )
}

function LoginLink() {
  const { t } = useTranslation()
  return (
    <ButtonLink
      look="quiet"
      href="/user/login"
      onClick={(event) => event.currentTarget.setAttribute('href', atSite(loginPath()))}
    >
      <LogIn />
      {t('nav.login')}
    </ButtonLink>
  )
}
