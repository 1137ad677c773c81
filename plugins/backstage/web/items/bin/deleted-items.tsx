import { keepPreviousData } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useOpenDialog } from '#web/parts/use-open-dialog.ts'
import { ListFoot } from '../../list-foot.tsx'
import { useBackstageText } from '../../texts.ts'
import { useListedPages } from '../../use-listed-pages.ts'
import { ItemSearchFields, NO_ITEM_SEARCH } from '../item-search-fields.tsx'
import type { DeletedItem } from './deleted-item.ts'
import { DeletedItemTable } from './deleted-item-table.tsx'
import { EndItemDialog } from './end-item-dialog.tsx'

/** Recently deleted items. */
export function DeletedItems() {
  const t = useBackstageText()
  const cache = api.useUtils()
  const pages = useListedPages()
  const [search, setSearch] = useState(NO_ITEM_SEARCH)
  const ending = useOpenDialog<DeletedItem>()
  const found = api.itemBin.list.useQuery(
    { ...search, page: pages.page, count: pages.count },
    { staleTime: 0, placeholderData: keepPreviousData, meta: { isQuiet: true } },
  )
  const recover = api.itemBin.recover.useMutation()
  if (found.data && !found.isPlaceholderData) pages.fit(found.data.total)
  const bringBack = ({ itemId, itemName: name }: DeletedItem) =>
    recover.mutate(
      { itemId },
      {
        onSuccess: ({ lostDomain: domain }) =>
          domain === ''
            ? showToast(t('items.bin.recovered', { name }))
            : showToast(t('items.bin.recoveredWithoutDomain', { name, domain }), 'info'),
        onSettled: () =>
          void Promise.all([cache.itemBin.invalidate(), cache.adminItem.invalidate(), cache.item.invalidate()]),
      },
    )

  return (
    <div className="backstage-list">
      <p className="list-fact">{t('items.bin.text')}</p>
      <div className="list-head">
        <ItemSearchFields
          search={search}
          onChange={(changed) => {
            setSearch(changed)
            pages.rewind()
          }}
        />
      </div>
      {found.isPending && <Skeleton lines={6} />}
      {found.isError && (
        <ErrorState title={t('items.bin.loadFailed')} error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data?.total === 0 && <EmptyState icon={<Trash2 />} title={t('items.bin.none')} />}
      {found.data && found.data.items.length > 0 && (
        <DeletedItemTable
          items={found.data.items}
          isBusy={recover.isPending}
          onRecover={bringBack}
          onEnd={ending.open}
        />
      )}
      {found.data && <ListFoot pages={pages} total={found.data.total} />}
      {ending.about && <EndItemDialog item={ending.about} onClose={ending.close} />}
    </div>
  )
}
