import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../parts/icon-button.tsx'
import { useCurrentUser } from '../session/current-user.tsx'
import { wishSearch } from './search-wish.ts'

/** Opens what Ctrl+K opens; only for people with an account. */
export function FindButton() {
  const { t } = useTranslation()
  const user = useCurrentUser()
  if (!user) return null
  return (
    <IconButton label={t('nav.find')} aria-keyshortcuts="Control+K" onClick={() => wishSearch(true)}>
      <Search aria-hidden />
    </IconButton>
  )
}
