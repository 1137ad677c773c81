import { Bell } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { keepPreviousData } from '@tanstack/react-query'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { ItemChoice, MessageFilter } from './message-filter.tsx'
import { messageApi, type ShownReminder } from './notices-api.ts'
import { useNoticesText } from './texts.ts'
import { useSetRead } from './use-set-read.ts'

const PER_PAGE = 8

/** Who saved which followed page, with which remark; eight at a time. */
export function ReminderList() {
  const t = useNoticesText()
  const [{ page, isUnreadOnly, itemId }, setShown] = useState({ page: 1, isUnreadOnly: false, itemId: 0 })
  const isNarrowed = isUnreadOnly || itemId !== 0
  const reminders = messageApi.listReminders.useQuery(
    { page, count: PER_PAGE, remindType: isUnreadOnly ? 'unread' : 'all', itemId },
    { meta: { isQuiet: true }, staleTime: 0, placeholderData: keepPreviousData },
  )
  useSetRead(reminders.isPlaceholderData ? undefined : reminders.data?.list)

  if (reminders.error)
    return <ErrorState title={t('reminder.failed')} error={reminders.error} onRetry={() => void reminders.refetch()} />
  if (!reminders.data) return <Skeleton lines={8} />
  const { list, total } = reminders.data
  if (total === 0 && !isNarrowed)
    return <EmptyState icon={<Bell />} title={t('reminder.empty.title')} text={t('reminder.empty.text')} />
  return (
    <>
      <MessageFilter
        isUnreadOnly={isUnreadOnly}
        onUnreadOnly={(isUnread) => setShown({ page: 1, isUnreadOnly: isUnread, itemId })}
      >
        <ItemChoice
          of="reminders"
          itemId={itemId}
          onChoose={(chosen) => setShown({ page: 1, isUnreadOnly, itemId: chosen })}
        />
      </MessageFilter>
      {total === 0 && <p role="status">{t('filter.nothing')}</p>}
      <ul className="message-list">
        {list.map((reminder) => (
          <ReminderRow key={reminder.messageId} reminder={reminder} />
        ))}
      </ul>
      <Pager
        page={page}
        pages={Math.ceil(total / PER_PAGE)}
        onTurn={(turned) => setShown({ page: turned, isUnreadOnly, itemId })}
      />
    </>
  )
}

interface PagerProps {
  readonly page: number
  readonly pages: number
  onTurn(page: number): void
}

function Pager({ page, pages, onTurn }: PagerProps) {
  const t = useNoticesText()
  if (pages < 2) return null
  return (
    <nav className="message-pager" aria-label={t('pager.label')}>
      <WaitingButton isOff={page <= 1} onClick={() => onTurn(page - 1)}>
        {t('pager.newer')}
      </WaitingButton>
      <span aria-live="polite">{t('pager.place', { page, pages })}</span>
      <WaitingButton isOff={page >= pages} onClick={() => onTurn(page + 1)}>
        {t('pager.older')}
      </WaitingButton>
    </nav>
  )
}

function ReminderRow({ reminder }: { readonly reminder: ShownReminder }) {
  const t = useNoticesText()
  const { itemId, pageId, pageTitle } = reminder.pageData
  return (
    <li>
      <div className="message-head">
        <strong>{reminder.fromName || t('reminder.somebody')}</strong>{' '}
        <span>{t(reminder.actionType === 'create' ? 'reminder.createdPage' : 'reminder.updatedPage')}</span>{' '}
        {pageId === 0 ? <em>{t('reminder.gone')}</em> : <Link href={`/${itemId}/${pageId}`}>{pageTitle}</Link>}
        {reminder.status === 'unread' && <span className="message-badge">{t('new')}</span>}
      </div>
      {reminder.messageContent !== '' && <p className="message-text">{reminder.messageContent}</p>}
      <Time at={reminder.at} />
    </li>
  )
}
