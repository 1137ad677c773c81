import './merge-dialog.css'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MergeChoice, PageMerge } from '#core/page/kind.ts'
import { api } from '#web/api/trpc.ts'
import { isSamePage, type PageDraft } from '#web/editor/drafts.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { MergeConflict } from './merge-conflict.tsx'
import type { MergeDialogProps } from './merge-dialog.tsx'

export interface KindMergeDialogProps extends MergeDialogProps {
  readonly pageId: number
}

const SIDES = ['mine', 'theirs'] as const

/** Joins two people's changes of a page that is no markdown, as its kind does it on the server. */
export function KindMergeDialog({ pageId, base, mine: mineNow, newer, onMerged, onClose }: KindMergeDialogProps) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const [mine, setMine] = useState(mineNow)
  const [merge, setMerge] = useState<PageMerge | null>(null)
  const [choices, setChoices] = useState<readonly (MergeChoice | undefined)[]>([])
  const isTitleOpen = mine.title !== newer.page.title && mine.title !== base.title && newer.page.title !== base.title
  const [titleChoice, setTitleChoice] = useState<MergeChoice | null>(null)
  const { mutateAsync, error, isPending } = api.page.merge.useMutation({ meta: { isQuiet: true } })

  const merged = async (own: PageDraft, decided: readonly MergeChoice[]): Promise<PageMerge | null> => {
    const sides = { base: base.content, mine: own.content, theirs: newer.page.content }
    // A failure is shown where the places would be.
    const answer = await mutateAsync({ pageId, ...sides, choices: [...decided] }).catch(() => null)
    return answer && { content: answer.pageContent, conflicts: answer.conflicts }
  }
  const ask = useEffectEvent(merged)
  useEffect(() => {
    let isHere = true
    const show = (found: PageMerge | null) => {
      if (isHere) setMerge(found)
    }
    void ask(mine, []).then(show)
    return () => {
      isHere = false
    }
  }, [mine])

  const conflicts = merge?.conflicts ?? []
  const decided = conflicts.flatMap((_, at) => choices[at] ?? [])
  const isDecided = merge !== null && decided.length === conflicts.length && (!isTitleOpen || titleChoice !== null)
  const finish = async () => {
    const content = conflicts.length === 0 ? merge?.content : (await merged(mine, decided))?.content
    const now = mineNow()
    if (!isSamePage(now, mine)) {
      // What was decided, was decided about another text.
      setMine(now)
      setMerge(null)
      setChoices([])
      return
    }
    if (content === null || content === undefined) return
    const isOwnTitle = isTitleOpen ? titleChoice === 'mine' : newer.page.title === base.title
    const catalogId = mine.catalogId === base.catalogId ? newer.page.catalogId : mine.catalogId
    onMerged({ title: isOwnTitle ? mine.title : newer.page.title, catalogId, content })
  }

  return (
    <Dialog
      size="wide"
      title={t('merge.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('merge.later')}</Button>
          <Button look="primary" disabled={!isDecided || isPending} onClick={() => void finish()}>
            {t('merge.save')}
          </Button>
        </>
      }
    >
      <p>{t('merge.who', { who: newer.who, time: formats.time(newer.when) })}</p>
      {isTitleOpen && (
        <MergeConflict
          name="title"
          legend={t('merge.pageTitle')}
          mine={mine.title}
          theirs={newer.page.title}
          choice={titleChoice}
          choices={SIDES}
          onChoose={(choice) => setTitleChoice(choice === 'mine' ? 'mine' : 'theirs')}
        />
      )}
      {!merge && isPending && <Skeleton lines={4} />}
      {error && <ErrorState error={error} onRetry={() => setMine(mineNow())} />}
      {merge && (
        <p className="merge-count">
          {conflicts.length === 0 ? t('merge.fits') : t('merge.conflicts', { count: conflicts.length })}
        </p>
      )}
      {conflicts.map((conflict, at) => (
        <MergeConflict
          key={at}
          name={`place-${at}`}
          legend={t('merge.conflict', { number: at + 1 })}
          mine={conflict.mine}
          theirs={conflict.theirs}
          choice={choices[at] ?? null}
          choices={SIDES}
          onChoose={(choice) =>
            setChoices(Object.assign([...choices], { [at]: choice === 'mine' ? 'mine' : 'theirs' }))
          }
        />
      ))}
    </Dialog>
  )
}
