import { useMemo } from 'react'
import { api } from '#web/api/trpc.ts'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { isFailure, keptContent } from './kept-content.ts'
import type { CallAnswer } from './relayed-answer.ts'
import { useTryText } from './texts.ts'
import type { TriedPage } from './tried-page.ts'

interface KeepAnswerProps {
  readonly page: TriedPage
  readonly answer: CallAnswer
  onKept(): void
}

/** Inserts an answer into the page as its example, for people who can edit there. */
export function KeepAnswer({ page, answer, onKept }: KeepAnswerProps) {
  const t = useTryText()
  const save = api.page.save.useMutation({
    meta: { isQuiet: true },
    onSuccess: () => {
      showToast(t('kept'), 'ok')
      onKept()
    },
  })
  const kept = useMemo(
    () => ('failure' in answer ? null : keptContent(page.pageContent, answer)),
    [page.pageContent, answer],
  )
  if ('failure' in answer || kept === null) return null
  if ('problem' in kept)
    return kept.problem === 'nothing' ? null : <p className="form-text">{t(`keep.${kept.problem}`)}</p>
  const keep = () => {
    const { pageId, itemId, pageTitle, revision: baseRevision } = page
    save.mutate({ pageId, itemId, pageTitle, pageContent: kept.content, baseRevision })
  }
  return (
    <>
      <FormAlert error={save.error} />
      <WaitingButton onClick={keep} isOff={save.isPending}>
        {t(isFailure(answer) ? 'keep.failure' : 'keep')}
      </WaitingButton>
    </>
  )
}
