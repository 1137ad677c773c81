import './lock.css'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/parts/button.tsx'
import { LoginInPlace, type LoginInPlaceProps } from '../login-in-place.tsx'
import { BreakLockDialog } from './break-lock-dialog.tsx'
import type { LockState } from './lock-keeper.ts'
import { SaveAsNew } from '../drafts/save-as-new.tsx'
import type { PageLock } from './use-page-lock.ts'
import type { PageWork } from '../use-page-work.ts'

export interface LockBannerProps {
  readonly lock: PageLock
  readonly work: PageWork
  readonly itemId: number
  readonly isManager: boolean
  /** Who writes here. */
  readonly username: string
  readonly onLoggedIn: LoginInPlaceProps['onLoggedIn']
  /** Shows the page as it was saved by somebody else; for a window with nothing of its own to lose. */
  onStale(): void
}

/** What became of the lock while somebody writes, and what can be done with the text. Nothing of it is lost. */
export function LockBanner(props: LockBannerProps) {
  const { lock, work, itemId, isManager, username, onLoggedIn, onStale } = props
  const { state, keeper } = lock

  const { t } = useTranslation('lock')
  const [isBreaking, setBreaking] = useState(false)
  const words = useWords(state)
  if (words === null) return null

  // After a save that failed for it, beside the save button.
  const isLoginOffered = work.state.kind === 'failed' && work.state.isLoginDue
  const merge = async () => {
    await keeper.takeToMerge()
    if (keeper.state.kind === 'held') work.save()
  }
  const actions: Readonly<Partial<Record<LockState['kind'], ReactNode>>> = {
    off: <Button onClick={() => void keeper.take()}>{t('tool.lock')}</Button>,
    unsure:
      state.kind === 'unsure' && state.isLoginDue ? (
        !isLoginOffered && <LoginInPlace username={username} isKept={!work.kept.isRefused} onLoggedIn={onLoggedIn} />
      ) : (
        <>
          {/* A page that is gone, or may not be written any more, takes no text. */}
          {state.kind === 'unsure' && state.message !== null && !isLoginOffered && work.isUnsaved() && (
            <SaveAsNew itemId={itemId} work={work} />
          )}
          {!isGone(state) && <Button onClick={() => void keeper.take()}>{t('page.again')}</Button>}
        </>
      ),
    elsewhere: <Button onClick={() => void keeper.take()}>{t('page.here')}</Button>,
    taken: (
      <>
        <SaveAsNew itemId={itemId} work={work} />
        <Button onClick={() => void keeper.look()}>{t('page.again')}</Button>
        {isManager && <Button onClick={() => setBreaking(true)}>{t('break.open')}</Button>}
      </>
    ),
    changed: work.isUnsaved() ? (
      <>
        <Button look="primary" onClick={() => void merge()}>
          {t('merge.action')}
        </Button>
        <SaveAsNew itemId={itemId} work={work} />
      </>
    ) : (
      <Button look="primary" onClick={onStale}>
        {t('newer.action')}
      </Button>
    ),
  }
  return (
    <div className="lock-banner" data-state={state.kind}>
      <span role={QUIET.includes(state.kind) ? 'status' : 'alert'}>{words}</span>
      <span className="lock-actions">{actions[state.kind]}</span>
      {isBreaking && state.kind === 'taken' && (
        <BreakLockDialog who={state.who} keeper={keeper} onClose={() => setBreaking(false)} />
      )}
    </div>
  )
}

const QUIET: readonly LockState['kind'][] = ['off', 'checking']

/** Somebody has deleted the page, or the item with it. */
export const isGone = (state: LockState): boolean => state.kind === 'unsure' && state.isGone === true

/** Null when there is nothing to say. */
function useWords(state: LockState): string | null {
  const { t } = useTranslation('lock')
  if (state.kind === 'off') return t('state.off')
  if (state.kind === 'checking') return t('state.checking')
  if (state.kind === 'elsewhere') return t('lost.elsewhere')
  if (state.kind === 'taken') return t('lost.taken', { who: state.who })
  if (state.kind === 'changed') return t('lost.changed', { who: state.who })
  if (state.kind !== 'unsure') return null
  if (isGone(state)) return t('lost.gone')
  return state.message === null ? t('state.unsure') : t('state.unsureBecause', { message: state.message })
}
