import './notices.css'
import { Bell as BellIcon } from 'lucide-react'
import { createPortal } from 'react-dom'
import { Link } from 'wouter'
import { useShownBar } from '#web/parts/use-shown-bar.ts'
import { messageApi } from './notices-api.ts'
import { useNoticesText } from './texts.ts'

const MOST_SHOWN = 99
/** Longer than the first check takes, which fetches the number as well. */
const FRESH_MS = 10_000

/** The bell in the header of every screen, with the unread count once it is known. */
export function Bell({ hasLooked }: { readonly hasLooked: boolean }) {
  const t = useNoticesText()
  const bar = useShownBar()
  const { data } = messageApi.counts.useQuery({}, { enabled: hasLooked, staleTime: FRESH_MS, meta: { isQuiet: true } })
  if (!bar) return null
  const count = data ? data.notices + data.reminders + data.announcements : 0
  const label = count > 0 ? t('messages.linkNew', { count }) : t('messages.link')
  const tab = data && data.notices > 0 ? 'noticeList' : data?.reminders === 0 && count > 0 ? 'announcementList' : null
  return createPortal(
    <Link
      className="icon-button messages-link"
      href={tab === null ? '/message/index' : `/message/index?dtab=${tab}`}
      title={label}
      aria-label={label}
    >
      <BellIcon aria-hidden />
      {count > 0 && (
        <span className="messages-count" aria-hidden>
          {Math.min(count, MOST_SHOWN)}
        </span>
      )}
    </Link>,
    bar,
  )
}
