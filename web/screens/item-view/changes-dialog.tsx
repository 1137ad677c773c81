import './changes-dialog.css'
import { keepPreviousData } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { pageIdsIn } from '#web/article/broken-links.ts'
import { api } from '#web/api/trpc.ts'
import { Dialog } from '#web/parts/dialog.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { ChangeRow } from './change-row.tsx'
import type { ItemInfo } from './menu-nodes.ts'

/** Spec §9. */
const ROWS = 10

export interface ChangesDialogProps {
  readonly info: ItemInfo
  readonly itemPath: string
  readonly onClose: () => void
}

/** The changes of the item, newest first: who, when and what, with links to existing pages. */
export function ChangesDialog({ info, itemPath, onClose }: ChangesDialogProps) {
  const { t } = useTranslation('changes')
  const [page, setPage] = useState(1)
  const changes = api.item.changes.useQuery(
    { itemId: info.itemId, page, count: ROWS },
    { meta: { isQuiet: true }, staleTime: 0, placeholderData: keepPreviousData },
  )
  const livePages = useMemo(() => new Set(pageIdsIn(info.menu)), [info.menu])
  const pages = Math.max(1, Math.ceil((changes.data?.total ?? 0) / ROWS))
  const pageControls = pages > 1 && (
    <nav className="change-pages">
      <WaitingButton isOff={page === 1} onClick={() => setPage(page - 1)}>
        {t('action.newer')}
      </WaitingButton>
      <span aria-live="polite">{t('place', { page, pages })}</span>
      <WaitingButton isOff={page >= pages} onClick={() => setPage(page + 1)}>
        {t('action.older')}
      </WaitingButton>
    </nav>
  )
  return (
    <Dialog size="wide" title={t('title', { most: limits.changesShown })} actions={pageControls} onClose={onClose}>
      {changes.isLoading && <Skeleton lines={8} />}
      {changes.error && <ErrorState title={t('failed')} error={changes.error} onRetry={() => void changes.refetch()} />}
      {changes.data?.total === 0 && <EmptyState icon={<ScrollText />} title={t('none')} text={t('noneText')} />}
      <ol className="changes" aria-busy={changes.isPlaceholderData}>
        {changes.data?.list.map((change) => (
          <ChangeRow
            key={change.id}
            change={change}
            pagePath={
              change.object === 'page' && livePages.has(change.objectId) ? `${itemPath}/${change.objectId}` : null
            }
            onGone={onClose}
          />
        ))}
      </ol>
    </Dialog>
  )
}
