import { Trash2 } from 'lucide-react'
import { Button } from '#web/parts/button.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { Time } from '#web/parts/time.tsx'
import type { ShownNotice } from './notices-api.ts'
import { useNoticesText } from './texts.ts'

export interface NoticeRowProps {
  readonly notice: ShownNotice
  onView(): void
  onDelete(): void
}

export function NoticeRow({ notice: { noticeTitle, fromName, at, isRead }, onView, onDelete }: NoticeRowProps) {
  const t = useNoticesText()
  return (
    <li className="notice-row">
      <div>
        <div className="message-head">
          <strong>{noticeTitle}</strong>
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
