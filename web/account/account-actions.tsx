import { Bell, FolderOpen, LifeBuoy, LogOut, MessageSquare, Paperclip, Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '../session/current-user.tsx'
import { siteLook } from '../session/site-look.ts'
import { MenuItem, MenuLine } from '../parts/menu.tsx'

export interface AccountActionsProps {
  readonly user: CurrentUser
  onLogout(): void
}

/** The entries of the user menu. */
export function AccountActions({ user, onLogout }: AccountActionsProps) {
  const { t } = useTranslation()
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
      <MenuItem icon={<Bell />} href="/message/index">
        {t(isNewsThere() ? 'nav.messagesNew' : 'nav.messages')}
      </MenuItem>
      <MenuItem icon={<Paperclip />} href="/attachment/index">
        {t('nav.attachments')}
      </MenuItem>
      <SiteLinks />
      <MenuLine />
      <MenuItem icon={<LogOut />} onChoose={onLogout}>
        {t('nav.logout')}
      </MenuItem>
    </>
  )
}

/** Links for help and feedback, if the site has them. */
function SiteLinks() {
  const { t } = useTranslation()
  const { help, feedback } = siteLook()
  return (
    <>
      {help !== '' && (
        <MenuItem icon={<LifeBuoy />} href={help}>
          {t('nav.help')}
        </MenuItem>
      )}
      {feedback !== '' && (
        <MenuItem icon={<MessageSquare />} href={feedback}>
          {t('nav.feedback')}
        </MenuItem>
      )}
    </>
  )
}

/** Whether there are unread messages: shown only as a dot at the avatar. */
const isNewsThere = (): boolean => document.documentElement.hasAttribute('data-unread')
