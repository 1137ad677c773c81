import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { Pager } from '../../parts/pager.tsx'
import { Time } from '../../parts/time.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'

const SHOWN = 7

/** Deleted items that the person can still restore; nothing when there are none. */
export function DeletedItemsPanel() {
  const { t } = useTranslation('account')
  const cache = api.useUtils()
  const [page, setPage] = useState(1)
  const found = api.itemBin.listMine.useQuery(
    { page, count: SHOWN },
    { staleTime: 0, placeholderData: (before) => before, meta: { isQuiet: true } },
  )
  const recover = api.itemBin.recover.useMutation({
    onSettled: () => Promise.all([cache.itemBin.invalidate(), cache.item.invalidate()]),
  })
  if (!found.data || found.data.total === 0) return null
  const { items, total } = found.data
  // The last one of a page may just have been restored.
  const last = Math.ceil(total / SHOWN)
  if (page > last) setPage(last)
  const bringBack = (itemId: number, name: string) =>
    recover.mutate(
      { itemId },
      {
        onSuccess: ({ lostDomain: domain }) =>
          domain === ''
            ? showToast(t('deletedItems.done', { name }))
            : showToast(t('deletedItems.doneWithoutDomain', { name, domain }), 'info'),
      },
    )

  return (
    <section className="panel">
      <h2>{t('deletedItems.title')}</h2>
      <p>{t('deletedItems.text')}</p>
      <ul className="sessions">
        {items.map(({ itemId, itemName: name, deletedAt, endsAt }) => (
          <li key={itemId} className="session deleted-item">
            <div>
              <strong>{name}</strong>
              <p>
                <span>
                  {t('deletedItems.deleted')} <Time at={deletedAt} />
                </span>
                <span>
                  {t('deletedItems.until')} <Time at={endsAt} />
                </span>
              </p>
            </div>
            <WaitingButton
              isOff={recover.isPending}
              aria-label={t('deletedItems.recoverNamed', { name })}
              onClick={() => bringBack(itemId, name)}
            >
              <Undo2 aria-hidden />
              {t('deletedItems.recover')}
            </WaitingButton>
          </li>
        ))}
      </ul>
      <Pager page={page} total={total} perPage={SHOWN} onChange={setPage} />
    </section>
  )
}
