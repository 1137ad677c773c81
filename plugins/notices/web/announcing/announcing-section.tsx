import '../notices.css'
import './announcing.css'
import { keepPreviousData } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/parts/button.tsx'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Pager } from '#web/parts/pager.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useOpenDialog } from '#web/parts/use-open-dialog.ts'
import { messageApi, useNoticesUtils, type WrittenAnnouncement } from '../notices-api.ts'
import { useNoticesText } from '../texts.ts'
import { AnnounceDialog } from './announce-dialog.tsx'
import { WrittenRow } from './written-row.tsx'

const PER_PAGE = 7

/** Announcements of administrators: past, current and future. */
export function AnnouncingSection() {
  const t = useNoticesText()
  const cache = useNoticesUtils()
  const [page, setPage] = useState(1)
  const writing = useOpenDialog<true>()
  const withdrawing = useOpenDialog<WrittenAnnouncement>()
  const written = messageApi.listWritten.useQuery(
    { page, count: PER_PAGE },
    { staleTime: 0, placeholderData: keepPreviousData, meta: { isQuiet: true } },
  )
  const withdraw = messageApi.withdraw.useMutation({
    onSuccess: () => {
      showToast(t('announcing.deleted'))
      setPage(1)
    },
    // What was refused may have been done by somebody else meanwhile.
    onSettled: () => void cache.message.invalidate(),
  })
  const { data } = written
  const asked = withdrawing.about
  return (
    <div className="announcing">
      <p className="form-text">{t('announcing.text')}</p>
      <Button look="primary" onClick={() => writing.open(true)}>
        <Megaphone aria-hidden />
        {t('announcing.new')}
      </Button>
      {written.isPending && <Skeleton lines={6} />}
      {written.isError && (
        <ErrorState title={t('announcing.failed')} error={written.error} onRetry={() => void written.refetch()} />
      )}
      {data?.total === 0 && <EmptyState icon={<Megaphone />} title={t('announcing.empty')} />}
      {data && data.list.length > 0 && (
        <ul className="message-list">
          {data.list.map((announcement) => (
            <WrittenRow
              key={announcement.messageId}
              announcement={announcement}
              people={data.people}
              onWithdraw={() => {
                withdraw.reset()
                withdrawing.open(announcement)
              }}
            />
          ))}
        </ul>
      )}
      {data && data.total > PER_PAGE && <Pager page={page} total={data.total} perPage={PER_PAGE} onChange={setPage} />}
      {writing.about && <AnnounceDialog onClose={writing.close} />}
      {asked && (
        <ConfirmDialog
          title={t('announcing.withdrawTitle')}
          text={t('announcing.withdrawText')}
          action={t('announcing.withdrawAction')}
          isBusy={withdraw.isPending}
          isDangerous
          onConfirm={() => withdraw.mutate({ messageId: asked.messageId }, { onSettled: withdrawing.close })}
          onClose={withdrawing.close}
        />
      )}
    </div>
  )
}
