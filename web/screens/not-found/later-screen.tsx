import { Hammer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { TopBar } from '#web/parts/top-bar.tsx'

/** Stands where a screen of the specification will be. */
export function LaterScreen() {
  const { t } = useTranslation()
  return (
    <>
      <TopBar />
      <main className="screen">
        <EmptyState
          headingLevel={1}
          icon={<Hammer />}
          title={t('later.title')}
          text={t('later.text')}
          actions={<ButtonLink href="/item/index">{t('nav.myItems')}</ButtonLink>}
        />
      </main>
    </>
  )
}
