import '../lock/lock.css'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Draft } from '#web/editor/draft-store.ts'
import { deviceJournal, draftsAt } from '#web/editor/drafts.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { Button } from '#web/parts/button.tsx'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { useCopy } from '#web/parts/use-copy.ts'

export interface KeptTextsProps {
  readonly username: string
  readonly itemId: number
  /** 0 for a new page. */
  readonly pageId: number
}

/**
 * Texts somebody wrote on this device in a page that is deleted, or no longer editable: they would not be shown
 * anywhere else.
 */
export function KeptTexts({ username, itemId, pageId }: KeptTextsProps) {
  const { t } = useTranslation('editor')
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  useEffect(() => {
    let isHere = true
    const show = (found: readonly Draft[]) => {
      if (isHere) setDrafts(found.filter(({ content }) => content.trim() !== ''))
    }
    draftsAt(deviceJournal, { username, itemId, pageId }).then(show, () => undefined)
    return () => {
      isHere = false
    }
  }, [username, itemId, pageId])

  if (drafts.length === 0) return null
  return (
    <section className="kept-texts" aria-label={t('kept.title')}>
      <h2>{t('kept.title')}</h2>
      <p>{t('kept.text')}</p>
      {drafts.map((draft) => (
        <KeptText
          key={draft.id}
          draft={draft}
          onGone={() => setDrafts((before) => before.filter(({ id }) => id !== draft.id))}
        />
      ))}
    </section>
  )
}

interface KeptTextProps {
  readonly draft: Draft
  onGone(): void
}

function KeptText({ draft: { id, keptAt, title, content }, onGone }: KeptTextProps) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const copy = useCopy()
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    await deviceJournal.remove(id, keptAt)
    onGone()
  }
  return (
    <article>
      <h3>{title || t('title.new')}</h3>
      <p>{t('kept.time', { time: formats.time(new Date(keptAt)) })}</p>
      <pre className="draft-excerpt">{content}</pre>
      <div className="lock-actions">
        <Button onClick={() => copy(content)}>{t('kept.copy')}</Button>
        <Button look="quiet" onClick={() => setAsking(true)}>
          {t('kept.delete')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          isDangerous
          title={t('kept.deleteTitle')}
          text={t('kept.deleteText')}
          action={t('kept.delete')}
          onConfirm={() => void remove().catch(() => setAsking(false))}
          onClose={() => setAsking(false)}
        />
      )}
    </article>
  )
}
