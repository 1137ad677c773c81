import { FolderOpen, LogOut, Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/trpc.ts'
import type { CurrentUser } from '../session/current-user.tsx'
import { forgetAccount } from '../session/stored-user.ts'
import { MenuItem, MenuLine } from './menu.tsx'

export interface AccountActionsProps {
  readonly user: CurrentUser
}

/** The lines of the menu behind the initial of a person. */
export function AccountActions({ user }: AccountActionsProps) {
  const { t } = useTranslation()
  const logout = api.account.logout.useMutation({
    onSuccess: ({ logoutRedirectUri }) => {
      forgetAccount()
      // A new document, so that nothing of the account stays in memory.
      location.assign(logoutRedirectUri || '/')
    },
  })

  return (
    <>
      <div className="menu-head">
        <strong>{user.name || user.username}</strong>
        {user.name !== '' && user.username}
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
    </>
  )
}
