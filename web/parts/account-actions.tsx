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
    onSuccess: async ({ logoutRedirectUri }) => {
      await (await import('../editor/drafts.ts')).clearDrafts()
      forgetAccount()
      // A new document, so that nothing of the account stays in memory.
      location.assign(logoutRedirectUri || '/')
    },
  })

  const leave = async () => {
    const { hasUnsavedDrafts } = await import('../editor/drafts.ts')
    // The menu is gone by now, so the browser asks.
    if ((await hasUnsavedDrafts()) && !window.confirm(t('nav.logoutDrafts'))) return
    logout.mutate({ confirm: true })
  }

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
      <MenuItem icon={<LogOut />} onChoose={() => void leave()}>
        {t('nav.logout')}
      </MenuItem>
    </>
  )
}
