import './lock.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { showToast } from '#web/parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import type { PageWork } from '../use-page-work.ts'
import type { LockTalk } from './use-lock-talk.ts'
import type { PageLock } from './use-page-lock.ts'

export interface LockAskedProps {
  readonly lock: PageLock
  readonly talk: LockTalk
  readonly work: PageWork
}

/** Tells the writer that somebody asks for the page. One click hands it over, and the text is saved first. */
export function LockAsked({ lock, talk, work }: LockAskedProps) {
  const { t } = useTranslation('lock')
  const [isBusy, setBusy] = useState(false)
  const handing = api.page.handOverLock.useMutation({ meta: { isQuiet: true } })
  const [who] = talk.askedBy
  if (who === undefined) return null

  const give = async () => {
    const isSaved = !work.isUnsaved() || (await work.saveWith({ notifyRemark: null }))
    const isSafe = isSaved && !work.isUnsaved()
    const revision = work.base().revision
    const draftId = isSafe && revision !== null ? null : await work.keepOnServer()
    // The server refuses when the text is neither: a face may not give what was typed in it.
    const baseRevision = work.isUnsaved() ? undefined : (revision ?? undefined)
    const kept = draftId === null ? { baseRevision } : { draftId }
    await handing.mutateAsync({ pageId: lock.pageId, username: who, tab: lock.tab, ...kept })
    showToast(t(draftId === null ? 'asked.givenSaved' : 'asked.givenKept', { who }), 'info')
  }
  const handOver = () => {
    setBusy(true)
    lock.keeper
      .handOver(who, give)
      .catch((error: unknown) => showToast(refusalOf(error)?.message ?? t('error.connection', { ns: 'common' }), 'bad'))
      .finally(() => setBusy(false))
  }
  const others = talk.askedBy.length - 1
  return (
    <div className="lock-banner">
      <span role="alert">
        {t('asked.words', { who })}
        {others > 0 && ` ${t('asked.others', { count: others })}`}
      </span>
      <span className="lock-actions">
        <WaitingButton look="primary" isOff={isBusy} onClick={handOver}>
          {t('asked.give')}
        </WaitingButton>
        <WaitingButton isOff={isBusy} onClick={() => talk.decline(who)}>
          {t('asked.decline')}
        </WaitingButton>
      </span>
    </div>
  )
}
