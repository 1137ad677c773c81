import './lock.css'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/parts/button.tsx'
import { LoginInPlace, type LoginInPlaceProps } from '../login-in-place.tsx'
import { BreakLockDialog } from './break-lock-dialog.tsx'
import type { LockState } from './lock-keeper.ts'
import { SaveAsNew } from '../drafts/save-as-new.tsx'
import { AskButton, LockWords } from './lock-waiting.tsx'
import type { LockTalk } from './use-lock-talk.ts'
import type { PageLock } from './use-page-lock.ts'
import type { PageWork } from '../use-page-work.ts'

export interface LockBannerProps {
  readonly lock: PageLock
  readonly talk: LockTalk
  readonly work: PageWork
  readonly itemId: number
  readonly isManager: boolean
  /** The person who is editing. */
  readonly username: string
  readonly onLoggedIn: LoginInPlaceProps['onLoggedIn']
  /** Shows the version saved by somebody else, in a window without own changes. */
  onStale(): void
}

/** Explains changes of the lock during editing, and offers what can be done with the text. Nothing of it is lost. */
export function LockBanner(props: LockBannerProps) {
  const { lock, talk, work, itemId, isManager, username, onLoggedIn, onStale } = props
  const { state, keeper } = lock

  const { t } = useTranslation('lock')
  const [isBreaking, setBreaking] = useState(false)
  // A page that was handed over, or taken while nothing was written: there is nothing to rescue.
  const isAllSaved = state.kind === 'taken' && !work.isUnsaved()
  const words = useWords(state, isAllSaved)
  if (words === null) return null

  // After a save that failed because of it, beside the save button.
  const isLoginOffered = work.state.kind === 'failed' && work.state.isLoginDue
  const actions: Readonly<Partial<Record<LockState['kind'], ReactNode>>> = {
    off: <Button onClick={() => void keeper.take()}>{t('tool.lock')}</Button>,
    unsure:
      state.kind === 'unsure' && state.isLoginDue ? (
        !isLoginOffered && <LoginInPlace username={username} isKept={!work.kept.isRefused} onLoggedIn={onLoggedIn} />
      ) : (
        <>
          {/* A page that is deleted, or no longer editable, accepts no text. */}
          {state.kind === 'unsure' && state.message !== null && !isLoginOffered && work.isUnsaved() && (
            <SaveAsNew itemId={itemId} work={work} />
          )}
          {!isGone(state) && <Button onClick={() => void keeper.take()}>{t('page.again')}</Button>}
        </>
      ),
    elsewhere: <Button onClick={() => void keeper.take()}>{t('page.here')}</Button>,
    copy: (
      <>
        {state.kind === 'copy' && state.who === null ? (
          <Button look="primary" onClick={() => void takeAndSave(lock, work)}>
            {t('copy.join')}
          </Button>
        ) : (
          <AskButton talk={talk} />
        )}
        {work.isUnsaved() && <SaveAsNew itemId={itemId} work={work} />}
        {isManager && state.kind === 'copy' && state.who !== null && (
          <Button onClick={() => setBreaking(true)}>{t('break.open')}</Button>
        )}
      </>
    ),
    taken: (
      <>
        <AskButton talk={talk} />
        <Button onClick={() => keeper.copy()}>{t('copy.write')}</Button>
        {!isAllSaved && <SaveAsNew itemId={itemId} work={work} />}
        <Button onClick={() => void keeper.look()}>{t('page.again')}</Button>
        {isManager && <Button onClick={() => setBreaking(true)}>{t('break.open')}</Button>}
      </>
    ),
    changed: work.isUnsaved() ? (
      <>
        <Button look="primary" onClick={() => void takeAndSave(lock, work)}>
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
      <span>
        <span role={QUIET.includes(state.kind) ? 'status' : 'alert'}>{words}</span>
        {whoIn(state) !== null && (
          <span className="lock-words">
            <LockWords talk={talk} />
          </span>
        )}
      </span>
      <span className="lock-actions">{actions[state.kind]}</span>
      {isBreaking && whoIn(state) !== null && (
        <BreakLockDialog who={whoIn(state) ?? ''} keeper={keeper} onClose={() => setBreaking(false)} />
      )}
    </div>
  )
}

/** Locks a free page, and saves: if it is newer, both texts are merged. */
export async function takeAndSave({ keeper }: PageLock, work: PageWork): Promise<void> {
  await keeper.takeToMerge()
  if (keeper.state.kind === 'held') work.save()
}

/** Another person who is editing; null when nobody is. */
const whoIn = (state: LockState): string | null => (state.kind === 'taken' || state.kind === 'copy' ? state.who : null)

const QUIET: readonly LockState['kind'][] = ['off', 'checking', 'handing', 'copy']

/** Somebody has deleted the page, or its item. */
export const isGone = (state: LockState): boolean => state.kind === 'unsure' && state.isGone === true

/** Null when there is nothing to show. */
function useWords(state: LockState, isAllSaved: boolean): string | null {
  const { t } = useTranslation('lock')
  if (state.kind === 'off') return t('state.off')
  if (state.kind === 'checking') return t('state.checking')
  if (state.kind === 'handing') return t('state.handing')
  if (state.kind === 'copy') return state.who === null ? t('copy.free') : t('copy.words', { who: state.who })
  if (state.kind === 'elsewhere') return t('lost.elsewhere')
  if (state.kind === 'taken') return t(isAllSaved ? 'lost.takenSaved' : 'lost.taken', { who: state.who })
  if (state.kind === 'changed') return t('lost.changed', { who: state.who })
  if (state.kind !== 'unsure') return null
  if (isGone(state)) return t('lost.gone')
  return state.message === null ? t('state.unsure') : t('state.unsureBecause', { message: state.message })
}
