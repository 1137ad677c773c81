import './notices.css'
import { Bell } from 'lucide-react'
import { Link } from 'wouter'
import { useNoticesText } from './texts.ts'
import { hasUnread, useUnread } from './unread.ts'

/** The bell in the bar, with a dot while something is unread. */
export function MessagesLink() {
  const t = useNoticesText()
  const { data } = useUnread()
  const label = t(hasUnread(data) ? 'messages.linkNew' : 'messages.link')
  return (
    <Link className="icon-button messages-link" href="/message/index" title={label} aria-label={label}>
      <Bell aria-hidden />
      {hasUnread(data) && <span className="messages-dot" aria-hidden />}
    </Link>
  )
}
