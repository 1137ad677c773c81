import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Markdown } from '#web/parts/markdown.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { MessageFilter } from './message-filter.tsx'
import { messageApi } from './notices-api.ts'
import { useNoticesText } from './texts.ts'
import { useSetRead } from './use-set-read.ts'

export function AnnouncementList() {
  const t = useNoticesText()
  const announcements = messageApi.listAnnouncements.useQuery({}, { meta: { isQuiet: true }, staleTime: 0 })
  const [isUnreadOnly, setUnreadOnly] = useState(false)
  useSetRead(announcements.data)

  const { data, error } = announcements
  if (error)
    return <ErrorState title={t('announcements.failed')} error={error} onRetry={() => void announcements.refetch()} />
  if (!data) return <Skeleton lines={6} />
  if (data.length === 0) return <EmptyState icon={<Megaphone />} title={t('announcements.empty')} />
  const shown = data.filter(({ status }) => !isUnreadOnly || status === 'unread')
  return (
    <>
      <MessageFilter isUnreadOnly={isUnreadOnly} onUnreadOnly={setUnreadOnly} />
      {shown.length === 0 && <p role="status">{t('filter.nothing')}</p>}
      <ul className="message-list">
        {shown.map(({ messageId, messageContent, fromName, status, at }) => (
          <li key={messageId}>
            <div className="message-head">
              <strong>{t('announcements.from', { name: fromName || t('reminder.somebody') })}</strong>
              {status === 'unread' && <span className="message-badge">{t('new')}</span>}
            </div>
            <div className="message-text message-markdown">
              <Markdown markdown={messageContent} />
            </div>
            <Time at={at} />
          </li>
        ))}
      </ul>
    </>
  )
}
