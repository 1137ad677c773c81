import './item-list.css'
import { BookOpen, Plus } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { runDueJobs } from '../../api/due-jobs.ts'
import { api } from '../../api/trpc.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { WorkFrame } from '../../parts/work-frame.tsx'
import { ItemBoard } from './item-board.tsx'

/** `/item/index`: the items of the person who is logged in. */
export function ItemListScreen() {
  const { t } = useTranslation('items')
  const items = api.item.list.useQuery({})

  useEffect(runDueJobs, [])

  return (
    <WorkFrame title={t('list.title')} actions={<AddLink />}>
      {items.isPending && <TileSkeletons />}
      {items.isError && (
        <ErrorState title={t('list.loadFailed')} error={items.error} onRetry={() => void items.refetch()} />
      )}
      {items.data?.length === 0 && (
        <EmptyState
          icon={<BookOpen />}
          title={t('list.empty.title')}
          text={t('list.empty.text')}
          actions={<AddLink />}
        />
      )}
      {items.data && items.data.length > 0 && <ItemBoard items={items.data} />}
    </WorkFrame>
  )
}

function AddLink() {
  const { t } = useTranslation('items')
  return (
    <ButtonLink look="primary" href="/item/add">
      <Plus aria-hidden />
      {t('list.add')}
    </ButtonLink>
  )
}

function TileSkeletons() {
  const { t } = useTranslation()
  return (
    <output className="tiles tile-skeletons" aria-label={t('state.loading')}>
      {Array.from({ length: 8 }, (_, index) => (
        <i key={index} />
      ))}
    </output>
  )
}
