import { Compass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NoticeScreen } from './notice-screen.tsx'

export function NotFoundScreen() {
  const { t } = useTranslation()
  const link = { href: '/', label: t('action.home') }
  return <NoticeScreen icon={<Compass />} title={t('notFound.title')} text={t('notFound.text')} link={link} />
}
