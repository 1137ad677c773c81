import './sort-pages-dialog.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { moved, placeBeside } from '#web/parts/moved.ts'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { useSortDrops } from './use-sort-drag.ts'
import { PAGE_KIND, SortablePage } from './sortable-page.tsx'

export interface SortPagesDialogProps {
  readonly itemId: number
  /** 0 for the root of the item. */
  readonly catalogId: number
  onClose(): void
}

/** Sorts the pages of one catalog. */
export function SortPagesDialog({ itemId, catalogId, onClose }: SortPagesDialogProps) {
  const { t } = useTranslation('editor')
  const cache = api.useUtils()
  const stored = api.catalog.pages.useQuery({ itemId, catalogId }, { staleTime: 0, meta: { isQuiet: true } })
  const [order, setOrder] = useState<readonly number[] | null>(null)
  const sort = api.page.setOrder.useMutation({
    onSuccess() {
      void cache.catalog.pages.invalidate()
      void cache.item.info.invalidate()
      onClose()
    },
  })
  const pages = stored.data ?? []
  const ids = order ?? pages.map(({ pageId }) => pageId)
  useSortDrops(PAGE_KIND, (draggedId, targetId, side) => {
    const from = ids.indexOf(draggedId)
    setOrder(moved(ids, from, placeBeside(from, ids.indexOf(targetId), side)))
  })
  const positions = Object.fromEntries(ids.map((pageId, index) => [pageId, index + 1]))

  return (
    <Dialog
      title={t('sort.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('sort.cancel')}</Button>
          <WaitingButton
            look="primary"
            isOff={order === null || sort.isPending}
            onClick={() => sort.mutate({ itemId, pages: positions })}
          >
            {t('sort.save')}
          </WaitingButton>
        </>
      }
    >
      {stored.isPending && <Skeleton lines={4} />}
      {stored.isError && (
        <ErrorState title={t('sort.failed')} error={stored.error} onRetry={() => void stored.refetch()} />
      )}
      {stored.data?.length === 0 && <p>{t('sort.empty')}</p>}
      <ol className="sort-pages" data-sortable={ids.length > 1 || undefined}>
        {ids.map((pageId, index) => (
          <SortablePage
            key={pageId}
            pageId={pageId}
            title={pages.find((page) => page.pageId === pageId)?.pageTitle ?? ''}
            isFirst={index === 0}
            isLast={index === ids.length - 1}
            onStep={(step) => setOrder(moved(ids, index, index + step))}
          />
        ))}
      </ol>
    </Dialog>
  )
}
