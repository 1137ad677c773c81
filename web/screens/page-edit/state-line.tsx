import { useTranslation } from 'react-i18next'
import { useFormats } from '#web/i18n/formats.ts'
import { Button } from '#web/parts/button.tsx'
import { LoginInPlace, type LoginInPlaceProps } from './login-in-place.tsx'
import type { KeptDrafts } from './drafts/use-manuscript.ts'
import type { WorkState } from './work-state.ts'

export interface StateLineProps {
  readonly state: WorkState
  readonly kept: KeptDrafts
  /** A banner explains why nothing can be saved: the page is deleted, or somebody else is logged in. */
  readonly isExplained: boolean
  /** The person who is editing. */
  readonly username: string
  onRetry(): void
  readonly onLoggedIn: LoginInPlaceProps['onLoggedIn']
}

/** Where the text is stored at the moment: nowhere, as a draft, or on the server. */
export function StateLine({ state: given, kept, isExplained, username, onRetry, onLoggedIn }: StateLineProps) {
  const { t } = useTranslation('editor')
  const { clock } = useFormats()
  const state: WorkState = isExplained && given.kind === 'failed' ? { kind: 'unsaved' } : given
  // A server that refuses the draft for the same reason is reachable.
  const isOffline = kept.isOffline && !isExplained
  const unsaved = (): string => {
    if (!kept.at) return t(isOffline ? 'state.offlineUnsaved' : 'state.unsaved')
    return t(isOffline ? 'state.offlineDraft' : 'state.draft', { time: clock(kept.at) })
  }
  const text = {
    clean: () => t('state.clean'),
    unsaved,
    saving: () => t('state.saving'),
    saved: () => (state.kind === 'saved' ? t('state.saved', { revision: state.revision, time: clock(state.at) }) : ''),
    failed: () => (state.kind === 'failed' ? t('state.failed', { message: state.message }) : ''),
  }[state.kind]()

  const trouble = state.kind === 'failed' ? 'failed' : kept.isRefused ? 'unkept' : isOffline ? 'offline' : undefined

  return (
    <span className="edit-state" data-state={state.kind} data-trouble={trouble}>
      <output>{text}</output>
      {kept.isRefused && <output className="edit-unkept">{t('state.unkept')}</output>}
      {state.kind === 'failed' && state.isLoginDue && (
        <LoginInPlace username={username} isKept={!kept.isRefused} onLoggedIn={onLoggedIn} />
      )}
      {state.kind === 'failed' && <Button onClick={onRetry}>{t('state.retry')}</Button>}
    </span>
  )
}
