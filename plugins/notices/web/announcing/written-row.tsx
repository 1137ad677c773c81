import { Trash2 } from 'lucide-react'
import { useFormats } from '#web/i18n/formats.ts'
import { IconButton } from '#web/parts/icon-button.tsx'
import { Markdown } from '#web/parts/markdown.tsx'
import { Time } from '#web/parts/time.tsx'
import type { WrittenAnnouncement } from '../notices-api.ts'
import { useNoticesText } from '../texts.ts'

export interface WrittenRowProps {
  readonly announcement: WrittenAnnouncement
  /** The number of accounts. */
  readonly people: number
  onWithdraw(): void
}

/** An announcement with its readers and its period. */
export function WrittenRow({ announcement, people, onWithdraw }: WrittenRowProps) {
  const t = useNoticesText()
  const { time } = useFormats()
  const { messageContent, fromName, at, startsAt, endsAt, language, state, readers } = announcement
  return (
    <li>
      <div className="message-head">
        <strong>{t('announcements.from', { name: fromName || t('reminder.somebody') })}</strong>
        <span className="message-badge" data-state={state}>
          {t(`announcing.state.${state}`)}
        </span>
        <IconButton label={t('announcing.delete', { date: time(at) })} onClick={onWithdraw}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      <div className="message-text message-markdown">
        <Markdown markdown={messageContent} />
      </div>
      <ul className="announcing-facts">
        <li>
          <Time at={at} />
        </li>
        <li>{t('announcing.read', { readers, people })}</li>
        {language && <li>{t(`announcing.language.${language}`)}</li>}
        {startsAt && (
          <li>
            {t('announcing.from')} <Time at={startsAt} />
          </li>
        )}
        {endsAt && (
          <li>
            {t('announcing.until')} <Time at={endsAt} />
          </li>
        )}
      </ul>
    </li>
  )
}
