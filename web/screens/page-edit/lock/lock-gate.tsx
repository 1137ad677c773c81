import './lock.css'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '#web/parts/button.tsx'
import { WorkFrame } from '#web/parts/work-frame.tsx'
import { BreakLockDialog } from './break-lock-dialog.tsx'
import { LoadingEditor } from '../loading-editor.tsx'
import { LockedPage } from './locked-page.tsx'
import { AskButton, LockWords } from './lock-waiting.tsx'
import type { LockTalk } from './use-lock-talk.ts'
import type { PageLock } from './use-page-lock.ts'

export interface LockGateProps {
  readonly lock: PageLock
  readonly talk: LockTalk
  readonly itemName: string
  readonly pageId: number
  /** The page as loaded. */
  readonly back: string
  readonly isManager: boolean
  /** The page was saved after its text was loaded. */
  onStale(): void
}

/** Shown instead of the editor until this window has the lock: who has it, a link back (EDIT-35), and the page. */
export function LockGate({ lock, talk, itemName, pageId, back, isManager, onStale }: LockGateProps) {
  const { state, keeper } = lock
  const { t } = useTranslation('lock')
  const [isBreaking, setBreaking] = useState(false)
  const isStale = state.kind === 'changed'
  const stale = useEffectEvent(onStale)
  useEffect(() => {
    if (isStale) stale()
  }, [isStale])

  if (state.kind !== 'taken' && state.kind !== 'elsewhere') return <LoadingEditor itemName={itemName} />
  const isTaken = state.kind === 'taken'
  const title = isTaken ? t('page.takenTitle', { who: state.who }) : t('page.elsewhereTitle')
  return (
    <WorkFrame title={title} place={itemName}>
      <div className="lock-gate" role="alert">
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
    </WorkFrame>
  )
}
