import '../../parts/table.css'
import './recycle-tab.css'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Time } from '../../parts/time.tsx'
import { RecoverDialog, type RecycledPage } from './recover-dialog.tsx'

export interface RecycleTabProps {
  readonly item: { readonly itemId: number; readonly isArchived: boolean }
}

/** Recently deleted pages of the item. */
export function RecycleTab({ item: { itemId, isArchived } }: RecycleTabProps) {
  const { t } = useTranslation('settings')
  const bin = api.recycle.list.useQuery({ itemId })
  const [chosen, setChosen] = useState<RecycledPage | null>(null)

  if (bin.isPending) return <Skeleton lines={5} />
  if (bin.isLoadingError)
    return <ErrorState title={t('recycle.failed')} error={bin.error} onRetry={() => void bin.refetch()} />
  const days = { days: limits.recycleDays }
  if (bin.data.length === 0)
    return <EmptyState icon={<Trash2 />} title={t('recycle.empty.title')} text={t('recycle.empty.text', days)} />
  return (
    <div className="recycle-tab">
      <p className="form-text">{t(isArchived ? 'recycle.archived' : 'recycle.text', days)}</p>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('recycle.column.title')}</th>
            <th scope="col">{t('recycle.column.by')}</th>
            <th scope="col">{t('recycle.column.at')}</th>
            <th>
              <span className="visually-hidden">{t('recycle.column.action')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {bin.data.map((page) => (
            <tr key={page.pageId}>
              <td className="table-main">{page.pageTitle}</td>
              <td className="table-quiet">{page.deletedByUsername || t('recycle.nobody')}</td>
              <td className="table-quiet">
                <Time at={page.deletedAt} />
              </td>
              <td className="table-actions">
                {!isArchived && (
                  <Button aria-label={t('recycle.actionOn', { title: page.pageTitle })} onClick={() => setChosen(page)}>
                    {t('recycle.action')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {chosen && <RecoverDialog itemId={itemId} page={chosen} onClose={() => setChosen(null)} />}
    </div>
  )
}
