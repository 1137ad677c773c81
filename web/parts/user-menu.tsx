import { FolderOpen, LogIn, LogOut, Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { loginPath } from '../api/errors.ts'
import { api } from '../api/trpc.ts'
import { useCurrentUser } from '../session/current-user.tsx'
import { forgetAccount } from '../session/stored-user.ts'
import { ButtonLink } from './button.tsx'
import { Menu, MenuItem, MenuLine } from './menu.tsx'

/** The way to log in, or what belongs to the account. */
export function UserMenu() {
  const { t } = useTranslation()
  const user = useCurrentUser()
  const logout = api.account.logout.useMutation({
    onSuccess: ({ logoutRedirectUri }) => {
      forgetAccount()
      // A new document, so that nothing of the account stays in memory.
      location.assign(logoutRedirectUri || '/')
    },
  })

  if (user === undefined) return null
  if (user === null) return <LoginLink />
  const shownName = user.name === '' ? user.username : user.name
  return (
    <Menu
      opener={(props) => (
        <button type="button" className="avatar" title={shownName} aria-label={t('nav.account')} {...props}>
          {[...shownName][0]}
        </button>
      )}
    >
      <div className="menu-head">
        <strong>{shownName}</strong>
        {shownName !== user.username && user.username}
      </div>
      <MenuLine />
      <MenuItem icon={<FolderOpen />} href="/item/index">
        {t('nav.myItems')}
      </MenuItem>
      <MenuItem icon={<Settings />} href="/user/setting">
        {t('nav.setting')}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<LogOut />} onChoose={() => logout.mutate({ confirm: true })}>
        {t('nav.logout')}
      </MenuItem>
    </Menu>
  )
}

function LoginLink() {
  const { t } = useTranslation()
  return (
    <ButtonLink
      look="quiet"
      href="/user/login"
      onClick={(event) => event.currentTarget.setAttribute('href', loginPath())}
    >
      <LogIn />
      {t('nav.login')}
    </ButtonLink>
  )
}
