import './notices.css'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'wouter'
import { IconButton } from '#web/parts/icon-button.tsx'
import { messageApi, useNoticesUtils } from './notices-api.ts'
import { notifyByBrowser, permission } from './browser-notification.ts'
import { isFirstTime, messageIn, onShownMessage, showMessage, shownMessage, type Message } from './shown-message.ts'
import { useNoticesText } from './texts.ts'
import { Bell } from './bell.tsx'
import { hasUnread, useUnread } from './unread.ts'

// Spec §9 (MSG-11…13).
const FIRST_CHECK_MS = 2_000
const CHECK_MS = 300_000
const SHOWN_MS = 30_000
const READ_AFTER_MS = 2_000

/** Checks for unread messages and shows them: by the browser if permitted, else in the page. */
export function UnreadWatch() {
  const t = useNoticesText()
  const [, navigate] = useLocation()
  const unread = useUnread()
  const message = useSyncExternalStore(onShownMessage, shownMessage)
  const isWaiting = useRef(false)
  const [hasLooked, setLooked] = useState(false)
  const read = messageApi.setRead.useMutation({ meta: { isQuiet: true }, onSettled: () => void unread.refetch() })
  const utils = useNoticesUtils()

  const setRead = ({ messageId, fromId, at: shownAt }: Message) => read.mutate({ messageId, fromId, shownAt })
  const show = (next: Message) => {
    const title = next.page
      ? t(next.page.isNew ? 'shown.pageCreated' : 'shown.pageUpdated', named(next))
      : t('shown.announcement')
    const open = () => navigate(next.page?.path ?? '/message/index?dtab=announcementList')
    if (!notifyByBrowser({ title, body: next.text, tag: next.stamp, open })) {
      showMessage(next)
      setTimeout(() => shownMessage() === next && showMessage(null), SHOWN_MS)
    }
    setTimeout(() => setRead(next), READ_AFTER_MS)
  }
  const check = useEffectEvent(async () => {
    // Both in one request.
    if (hasLooked) void utils.message.counts.invalidate()
    else void utils.message.counts.prefetch({}, { meta: { isQuiet: true } })
    setLooked(true)
    const { data } = await unread.refetch()
    const next = data ? messageIn(data) : null
    // In a hidden window only the browser can show it; otherwise it waits until the person returns.
    isWaiting.current = document.visibilityState === 'hidden' && permission() !== 'granted'
    if (next && !isWaiting.current && isFirstTime(next)) show(next)
  })
  const come = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && isWaiting.current) void check()
  })
  useEffect(() => {
    const first = setTimeout(() => void check(), FIRST_CHECK_MS)
    const further = setInterval(() => void check(), CHECK_MS)
    const seen = () => come()
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearTimeout(first)
      clearInterval(further)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [])

  const isNew = hasUnread(unread.data)
  useEffect(() => {
    document.documentElement.toggleAttribute('data-unread', isNew)
  }, [isNew])

  return (
    <>
      <Bell hasLooked={hasLooked} />
      <div className="shown-message-place" role="status">
        {message && <ShownMessage message={message} onClose={() => (showMessage(null), setRead(message))} />}
      </div>
    </>
  )
}

const named = ({ fromName: name, page }: Message) => ({ name, title: page?.title ?? '' })

interface ShownMessageProps {
  readonly message: Message
  onClose(): void
}

function ShownMessage({ message, onClose }: ShownMessageProps) {
  const t = useNoticesText()
  const { fromName, page, text } = message
  return (
    <div className="shown-message">
      <div>
        <p className="shown-message-head">
          {page ? (
            <>
              <strong>{fromName}</strong> {t(page.isNew ? 'reminder.createdPage' : 'reminder.updatedPage')}{' '}
              <Link href={page.path} onClick={onClose}>
                {page.title}
              </Link>
            </>
          ) : (
            <Link href="/message/index?dtab=announcementList" onClick={onClose}>
              {t('shown.announcement')}
            </Link>
          )}
        </p>
        {text !== '' && <p className="shown-message-text">{text}</p>}
      </div>
      <IconButton label={t('shown.close')} onClick={onClose}>
        <X />
      </IconButton>
    </div>
  )
}
