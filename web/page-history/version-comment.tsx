import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { api } from '#web/api/trpc.ts'
import { Button } from '#web/parts/button.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import type { PageArticle, PageVersion } from '../article/shown-page.ts'

export interface VersionCommentProps {
  readonly page: Pick<PageArticle, 'pageId' | 'canEdit'>
  readonly version: PageVersion
  /** Told whether something is typed that is not saved. */
  onTyping(isTyping: boolean): void
}

/** The comment on a version; editors can change it. */
export function VersionComment({ page, version, onTyping }: VersionCommentProps) {
  const { t } = useTranslation(['reader', 'common'])
  const [typed, setTyped] = useState<string | null>(null)
  const isTyping = typed !== null && typed !== version.comment
  const tell = useEffectEvent(onTyping)
  useEffect(() => {
    tell(isTyping)
    return () => tell(false)
  }, [isTyping])
  const cache = api.useUtils()
  const save = api.page.commentVersion.useMutation({
    async onSuccess() {
      await cache.page.history.invalidate({ pageId: page.pageId })
      setTyped(null)
    },
    // Somebody else has changed it meanwhile, as the message says; the typed text stays.
    onError: () => cache.page.history.invalidate({ pageId: page.pageId }),
  })
  if (!page.canEdit) return version.comment !== '' && <p className="version-comment">{version.comment}</p>
  if (typed === null) {
    return (
      <button
        type="button"
        className="version-comment"
        data-empty={version.comment === '' || undefined}
        onClick={() => setTyped(version.comment)}
      >
        {version.comment === '' ? t('history.addComment') : version.comment}
      </button>
    )
  }
  return (
    <form
      className="version-comment-form"
      onSubmit={(event) => {
        event.preventDefault()
        const { versionId, comment: formerComment } = version
        save.mutate({ pageId: page.pageId, versionId, comment: typed, formerComment })
      }}
    >
      <input
        aria-label={t('history.comment')}
        maxLength={limits.versionCommentLength}
        value={typed}
        ref={(element) => element?.focus()}
        onChange={(event) => setTyped(event.target.value)}
      />
      <WaitingButton type="submit" look="primary" isOff={save.isPending}>
        {t('history.saveComment')}
      </WaitingButton>
      <Button onClick={() => setTyped(null)}>{t('common:action.cancel')}</Button>
    </form>
  )
}
