import { keepPreviousData } from '@tanstack/react-query'
import { Library } from 'lucide-react'
import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useOpenDialog } from '#web/parts/use-open-dialog.ts'
import { ListFoot } from '../list-foot.tsx'
import { useBackstageText } from '../texts.ts'
import { useListedPages } from '../use-listed-pages.ts'
import { DeleteItemDialog } from './delete-item-dialog.tsx'
import { ItemSearchFields, NO_ITEM_SEARCH } from './item-search-fields.tsx'
import { ItemTable } from './item-table.tsx'
import { TransferItemDialog } from './transfer-item-dialog.tsx'
import type { SiteItem } from './site-item.ts'

/** Everybody's items except deleted ones. */
export function LiveItems() {
  const t = useBackstageText()
  const pages = useListedPages()
  const [search, setSearch] = useState(NO_ITEM_SEARCH)
  const {
    about: asked,
    open,
    close,
  } = useOpenDialog<{ readonly what: 'transfer' | 'delete'; readonly item: SiteItem }>()
  const items = api.adminItem.list.useQuery(
    { ...search, page: pages.page, count: pages.count },
    { staleTime: 0, placeholderData: keepPreviousData, meta: { isQuiet: true } },
  )
  if (items.data && !items.isPlaceholderData) pages.fit(items.data.total)

  return (
    <div className="backstage-list">
      <div className="list-head">
        <ItemSearchFields
          search={search}
          onChange={(changed) => {
            setSearch(changed)
            pages.rewind()
          }}
        />
      </div>
      {items.isPending && <Skeleton lines={6} />}
      {items.isError && (
        <ErrorState title={t('items.loadFailed')} error={items.error} onRetry={() => void items.refetch()} />
      )}
      {items.data?.total === 0 && <EmptyState icon={<Library />} title={t('items.none')} />}
      {items.data && items.data.items.length > 0 && (
        <ItemTable
          items={items.data.items}
          onTransfer={(item) => open({ what: 'transfer', item })}
          onDelete={(item) => open({ what: 'delete', item })}
        />
      )}
      {items.data && <ListFoot pages={pages} total={items.data.total} />}
      {asked?.what === 'transfer' && <TransferItemDialog item={asked.item} onClose={close} />}
      {asked?.what === 'delete' && <DeleteItemDialog item={asked.item} onClose={close} />}
    </div>
  )
}
