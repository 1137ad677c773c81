import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

export function ErrorScreen() {
  const { t } = useTranslation()
  return (
    <main className="screen">
      <EmptyState
        headingLevel={1}
        icon={<TriangleAlert />}
        title={t('error.title')}
        text={t('error.text')}
        actions={
          <Button look="primary" onClick={() => location.reload()}>
            {t('action.reload')}
          </Button>
        }
      />
    </main>
  )
}
