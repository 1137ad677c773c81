import { Hammer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NoticeScreen } from '#web/parts/notice-screen.tsx'

/** Stands where a screen of the specification will be. */
export function LaterScreen() {
  const { t } = useTranslation()
  const link = { href: '/item/index', label: t('nav.myItems') }
  return <NoticeScreen icon={<Hammer />} title={t('later.title')} text={t('later.text')} link={link} />
}
