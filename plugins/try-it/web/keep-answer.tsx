import { api } from '#web/api/trpc.ts'
import { Button } from '#web/parts/button.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { withExample } from '#plugins/api-document/api.ts'
import type { FrameAnswer } from '../frame-script.ts'
import { shownBody } from '../shown-body.ts'
import { useTryText } from './texts.ts'
import type { TriedPage } from './tried-page.ts'

interface KeepAnswerProps {
  readonly page: TriedPage
  readonly answer: FrameAnswer
  onKept(): void
}

/** Puts an answer into the page as its example, for those who may write there. */
export function KeepAnswer({ page, answer, onKept }: KeepAnswerProps) {
  const t = useTryText()
  const save = api.page.save.useMutation({
    meta: { isQuiet: true },
    onSuccess: () => {
      showToast(t('kept'), 'ok')
      onKept()
    },
  })
  if ('failure' in answer) return null
  const { text } = shownBody(answer)
  if (text === null || text === '' || answer.isCut) return null
  const isFailure = answer.status >= 400
  const keep = () => {
    const { pageId, itemId, pageTitle, revision: baseRevision } = page
    const pageContent = withExample(page.pageContent, isFailure ? 'failure' : 'response', text)
    save.mutate({ pageId, itemId, pageTitle, pageContent, baseRevision })
  }
  return (
    <>
      <FormAlert error={save.error} />
      <Button onClick={keep} disabled={save.isPending}>
        {t(isFailure ? 'keep.failure' : 'keep')}
      </Button>
    </>
  )
}
