import './notices.css'
import { NativeSelect } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { SUBJECTS } from '../subjects.ts'
import { ItemChoice, MessageFilter } from './message-filter.tsx'
import { DeleteNoticeDialog, NoticeDialog } from './notice-dialogs.tsx'
import { NoticeRow } from './notice-row.tsx'
import { noticeApi, type ShownNotice } from './notices-api.ts'
import { useNoticesText } from './texts.ts'

const CHOICES = ['all', ...SUBJECTS] as const
const STEP = 50
const MOST = 1_000

/** Actions of other people that concern the user. */
export function NoticeList() {
  const t = useNoticesText()
  const [count, setCount] = useState(STEP)
  const [opened, setOpened] = useState<ShownNotice | null>(null)
  const [doomed, setDoomed] = useState<ShownNotice | null>(null)
  const [isUnreadOnly, setUnreadOnly] = useState(false)
  const [subject, setSubject] = useState<(typeof CHOICES)[number]>('all')
  const [itemId, setItemId] = useState(0)
  const isNarrowed = isUnreadOnly || subject !== 'all' || itemId !== 0
  const notices = noticeApi.list.useQuery(
    { count, noticeType: isUnreadOnly ? 'unread' : 'all', subject, itemId },
    { staleTime: 0, placeholderData: keepPreviousData },
  )
  const { data, error } = notices
  return (
    <>
      {notices.isPending && <Skeleton lines={8} />}
      {error && <ErrorState title={t('notice.failed')} error={error} onRetry={() => void notices.refetch()} />}
      {data?.length === 0 && !isNarrowed && (
        <EmptyState icon={<BellRing />} title={t('notice.empty.title')} text={t('notice.empty.text')} />
      )}
      {data && (isNarrowed || data.length > 0) && (
        <MessageFilter isUnreadOnly={isUnreadOnly} onUnreadOnly={setUnreadOnly}>
          <NativeSelect
            aria-label={t('filter.subject')}
            value={subject}
            onChange={({ currentTarget: { value } }) => setSubject(CHOICES.find((each) => each === value) ?? 'all')}
            data={CHOICES.map((value) => ({ value, label: t(`filter.subjects.${value}`) }))}
          />
          <ItemChoice of="notices" itemId={itemId} onChoose={setItemId} />
        </MessageFilter>
      )}
      {data?.length === 0 && isNarrowed && <p role="status">{t('filter.nothing')}</p>}
      {data && data.length > 0 && (
        <ul className="message-list">
          {data.map((notice) => (
            <NoticeRow
              key={notice.noticeId}
              notice={notice}
              onView={() => setOpened(notice)}
              onDelete={() => setDoomed(notice)}
            />
          ))}
        </ul>
      )}
      {data && data.length === count && count < MOST && (
        <Button onClick={() => setCount(Math.min(count + STEP, MOST))}>{t('notice.more')}</Button>
      )}
      {opened && <NoticeDialog notice={opened} onClose={() => setOpened(null)} />}
      {doomed && <DeleteNoticeDialog notice={doomed} onClose={() => setDoomed(null)} />}
    </>
  )
}
