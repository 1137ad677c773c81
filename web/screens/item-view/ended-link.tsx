import { Unlink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NoticeScreen } from '#web/parts/notice-screen.tsx'
import { useDocumentTitle } from '#web/parts/use-document-title.ts'

/** Shown for an invalid or ended link. */
export function EndedLink() {
  const { t } = useTranslation(['sharing', 'common'])
  useDocumentTitle(t('ended.title'))
  const link = { href: '/', label: t('common:action.home') }
  return <NoticeScreen icon={<Unlink />} title={t('ended.title')} text={t('ended.text')} link={link} />
}
