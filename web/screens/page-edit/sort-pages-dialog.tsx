import './sort-pages-dialog.css'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { moved } from '#web/parts/moved.ts'
import { Skeleton } from '#web/parts/skeleton.tsx'

export interface SortPagesDialogProps {
  readonly itemId: number
  /** 0 for the root of the item. */
  readonly catalogId: number
  onClose(): void
}

/** Puts the pages of one catalog into another order. */
export function SortPagesDialog({ itemId, catalogId, onClose }: SortPagesDialogProps) {
  const { t } = useTranslation('editor')
  const cache = api.useUtils()
  const stored = api.catalog.pages.useQuery({ itemId, catId: catalogId }, { staleTime: 0, meta: { isQuiet: true } })
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
  const positions = Object.fromEntries(ids.map((pageId, index) => [pageId, index + 1]))

  return (
    <Dialog
      title={t('sort.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('sort.cancel')}</Button>
          <Button
            look="primary"
            disabled={order === null || sort.isPending}
            onClick={() => sort.mutate({ itemId, pages: positions })}
          >
            {t('sort.save')}
          </Button>
        </>
      }
    >
      {stored.isPending && <Skeleton lines={4} />}
      {stored.isError && (
        <ErrorState title={t('sort.failed')} error={stored.error} onRetry={() => void stored.refetch()} />
      )}
      {stored.data?.length === 0 && <p>{t('sort.empty')}</p>}
      <ol className="sort-pages">
        {ids.map((pageId, index) => {
          const title = pages.find((page) => page.pageId === pageId)?.pageTitle ?? ''
          return (
            <li key={pageId}>
              <span>{title}</span>
              <IconButton
                label={t('sort.up', { title })}
                disabled={index === 0}
                onClick={() => setOrder(moved(ids, index, index - 1))}
              >
                <ArrowUp />
              </IconButton>
              <IconButton
                label={t('sort.down', { title })}
                disabled={index === ids.length - 1}
                onClick={() => setOrder(moved(ids, index, index + 1))}
              >
                <ArrowDown />
              </IconButton>
            </li>
          )
        })}
      </ol>
    </Dialog>
  )
}
