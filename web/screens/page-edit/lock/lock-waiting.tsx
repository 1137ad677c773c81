import { useTranslation } from 'react-i18next'
import { Button } from '#web/parts/button.tsx'
import { useFormats } from '#web/i18n/formats.ts'
import type { LockTalk } from './use-lock-talk.ts'

/** Editors report every three minutes when something was last typed: within this time, somebody may be typing. */
const WRITING_MS = 4 * 60_000
const MINUTE_MS = 60_000

/** Whether the person with the lock is typing, and the state of the request for it. */
export function LockWords({ talk }: { readonly talk: LockTalk }) {
  const { t } = useTranslation('lock')
  const { duration } = useFormats()
  const { idleMs, ownRequest, problem } = talk
  const idle = idleMs === null ? null : Math.floor(idleMs / MINUTE_MS) * MINUTE_MS
  return (
    <>
      {idle !== null && idleMs !== null && (
        <span>
          {idleMs < WRITING_MS ? t('idle.writing') : t('idle.since', { time: duration(idle).replace(ZERO, '') })}
        </span>
      )}
      <output>
        {ownRequest === 'none' ? (problem ?? '') : t(ownRequest === 'waiting' ? 'ask.waiting' : 'ask.declined')}
      </output>
    </>
  )
}
// Full minutes have no seconds.
const ZERO = /\s0\D+$/

/** Requests the page, or cancels the request. */
export function AskButton({ talk }: { readonly talk: LockTalk }) {
  const { t } = useTranslation('lock')
  if (talk.ownRequest === 'declined') return null
  return talk.ownRequest === 'waiting' ? (
    <Button onClick={talk.withdraw}>{t('ask.withdraw')}</Button>
  ) : (
    <Button onClick={talk.ask}>{t('ask.action')}</Button>
  )
}
