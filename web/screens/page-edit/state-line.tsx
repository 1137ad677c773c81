import { useTranslation } from 'react-i18next'
import { loginPath } from '#web/api/errors.ts'
import { htmlLang } from '#web/i18n/i18n.ts'
import { Button } from '#web/parts/button.tsx'
import type { WorkState } from './use-page-work.ts'

export interface StateLineProps {
  readonly state: WorkState
  /** When the text was kept on this device; null when it was not. */
  readonly keptAt: Date | null
  /** This browser refuses to keep drafts. */
  readonly isUnkept: boolean
  onRetry(): void
}

/** Where the text is at this moment: here, kept as a draft, or on the server. */
export function StateLine({ state, keptAt, isUnkept, onRetry }: StateLineProps) {
  const { t, i18n } = useTranslation('editor')
  const clock = (at: Date): string =>
    at.toLocaleTimeString(htmlLang(i18n.language), { hour: '2-digit', minute: '2-digit' })
  const text = {
    clean: () => t('state.clean'),
    unsaved: () => (keptAt ? t('state.draft', { time: clock(keptAt) }) : t('state.unsaved')),
    saving: () => t('state.saving'),
    saved: () => (state.kind === 'saved' ? t('state.saved', { revision: state.revision, time: clock(state.at) }) : ''),
    failed: () => (state.kind === 'failed' ? t('state.failed', { message: state.message }) : ''),
  }[state.kind]()

  return (
    <span className="edit-state" data-state={state.kind}>
      <output>{text}</output>
      {isUnkept && <output className="edit-unkept">{t('state.unkept')}</output>}
      {state.kind === 'failed' && state.isLoginDue && (
        // A new document, which knows of no earlier login; the text is found there as a draft, where drafts are kept.
        <a className="button" data-look="primary" href={loginPath()} data-keeps-draft={isUnkept ? undefined : true}>
          {t('state.login')}
        </a>
      )}
      {state.kind === 'failed' && <Button onClick={onRetry}>{t('state.retry')}</Button>}
    </span>
  )
}
