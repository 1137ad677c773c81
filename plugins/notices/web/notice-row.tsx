import { Trash2 } from 'lucide-react'
import { Link } from 'wouter'
import { Button } from '#web/parts/button.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { Time } from '#web/parts/time.tsx'
import { noticeApi, type ShownNotice } from './notices-api.ts'
import { useNoticesText } from './texts.ts'
import { useRefreshInbox } from './unread.ts'

export interface NoticeRowProps {
  readonly notice: ShownNotice
  onView(): void
  onDelete(): void
}

export function NoticeRow({ notice, onView, onDelete }: NoticeRowProps) {
  const { noticeId, noticeTitle, fromName, at, isRead, itemId, pageId, commentId } = notice
  const t = useNoticesText()
  const refresh = useRefreshInbox()
  const read = noticeApi.setRead.useMutation({ meta: { isQuiet: true }, onSuccess: refresh })
  return (
    <li className="notice-row">
      <div>
        <div className="message-head">
          {pageId === 0 ? (
            <strong>{noticeTitle}</strong>
          ) : (
            <Link
              href={`/${itemId}/${pageId}${commentId === 0 ? '' : `#comment-${commentId}`}`}
              onClick={() => !isRead && read.mutate({ noticeId })}
            >
              <strong>{noticeTitle}</strong>
            </Link>
          )}
          {!isRead && <span className="message-badge">{t('notice.unread')}</span>}
        </div>
        <small>
          {fromName !== '' && `${fromName} · `}
          <Time at={at} />
        </small>
      </div>
      <div className="notice-actions">
        <Button aria-label={t('notice.viewNamed', { title: noticeTitle })} onClick={onView}>
          {t('notice.view')}
        </Button>
        <IconButton label={t('notice.deleteNamed', { title: noticeTitle })} onClick={onDelete}>
          <Trash2 />
        </IconButton>
      </div>
    </li>
  )
}
