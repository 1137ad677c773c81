import './lock.css'
import '#web/styles/article.css'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { addArticleTools } from '#web/article/article-tools.ts'
import { KindView } from '#web/article/kind-view.tsx'
import { useArticleExtras } from '#web/article/use-article-extras.ts'
import { Button, ButtonLink } from '#web/parts/button.tsx'
import { Html } from '#web/parts/html.tsx'
import { WorkMain } from '#web/parts/work-frame.tsx'
import { BreakLockDialog } from './break-lock-dialog.tsx'
import { LoadingEditor } from '../loading-editor.tsx'
import { AskButton, LockWords } from './lock-waiting.tsx'
import type { LockTalk } from './use-lock-talk.ts'
import type { PageLock } from './use-page-lock.ts'

export interface LockGuardProps {
  readonly lock: PageLock
  readonly talk: LockTalk
  readonly itemName: string
  readonly pageId: number
  /** The page as loaded. */
  readonly back: string
  readonly isManager: boolean
  /** Files were dropped while the lock is asked for. */
  onFiles(files: readonly File[]): void
  /** The page was saved after its text was loaded. */
  onStale(): void
}

/** Shown instead of the editor until this window has the lock: who has it, a link back (EDIT-35), and the page. */
export function LockGuard({ lock, talk, itemName, pageId, back, isManager, onFiles, onStale }: LockGuardProps) {
  const { state, keeper } = lock
  const { t } = useTranslation('lock')
  const [isBreaking, setBreaking] = useState(false)
  const isStale = state.kind === 'changed'
  const stale = useEffectEvent(onStale)
  useEffect(() => {
    if (isStale) stale()
  }, [isStale])

  if (state.kind !== 'taken' && state.kind !== 'elsewhere') return <LoadingEditor onFiles={onFiles} />
  const isTaken = state.kind === 'taken'
  const title = isTaken ? t('page.takenTitle', { who: state.who }) : t('page.elsewhereTitle')
  return (
    <WorkMain title={title} place={itemName}>
      <div className="lock-guard" role="alert">
        <span className="visually-hidden">{title}</span>
        <p>{t(isTaken ? 'page.takenText' : 'page.elsewhereText')}</p>
      </div>
      {isTaken && (
        <p className="lock-words">
          <LockWords talk={talk} />
        </p>
      )}
      <div className="lock-actions">
        <ButtonLink look="primary" href={back}>
          {t('back')}
        </ButtonLink>
        {isTaken ? (
          <>
            <AskButton talk={talk} />
            <Button onClick={() => keeper.copy()}>{t('copy.write')}</Button>
            <Button onClick={() => void keeper.look()}>{t('page.again')}</Button>
          </>
        ) : (
          <Button onClick={() => void keeper.take()}>{t('page.here')}</Button>
        )}
        {isTaken && isManager && (
          <Button look="quiet" onClick={() => setBreaking(true)}>
            {t('break.open')}
          </Button>
        )}
      </div>
      <LockedPage pageId={pageId} />
      {isBreaking && isTaken && <BreakLockDialog who={state.who} keeper={keeper} onClose={() => setBreaking(false)} />}
    </WorkMain>
  )
}

const articleTools = () => Promise.resolve(addArticleTools)

/** The page as readers see it, for people waiting for the lock (LOCK-13). */
function LockedPage({ pageId }: { readonly pageId: number }) {
  const page = api.page.view.useQuery({ pageId }, { staleTime: 0, meta: { isQuiet: true } }).data
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [isViewed, setViewed] = useState(false)
  useArticleExtras(place, isViewed ? '' : (page?.html ?? ''), articleTools)
  if (!page) return null
  return (
    <section className="locked-page" aria-labelledby={id}>
      <h2 id={id}>{page.pageTitle}</h2>
      <KindView page={page} uniqueKey={undefined} isWaitedFor setViewed={setViewed} />
      {!isViewed && <Html className="article" ref={place} html={page.html} />}
    </section>
  )
}
