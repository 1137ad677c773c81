import { Compass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { TopBar } from '#web/parts/top-bar.tsx'

export function NotFoundScreen() {
  const { t } = useTranslation()
  return (
    <>
      <TopBar />
      <main className="screen">
        <EmptyState
          headingLevel={1}
          icon={<Compass />}
          title={t('notFound.title')}
          text={t('notFound.text')}
          actions={<ButtonLink href="/">{t('action.home')}</ButtonLink>}
        />
      </main>
    </>
  )
}
