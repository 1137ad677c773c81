import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MergeChoice, PageMerge } from '#core/page/kind.ts'
import { api } from '#web/api/trpc.ts'
import { isSamePage, type PageDraft } from '#web/editor/drafts.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { MergeConflict } from './merge-conflict.tsx'
import { MergeFrame, type MergeDialogProps } from './merge-frame.tsx'
import { useMergedHead } from './use-merged-head.ts'

export interface KindMergeDialogProps extends MergeDialogProps {
  readonly pageId: number
}

const SIDES = ['mine', 'theirs'] as const

const haveSamePlaces = (one: PageMerge['conflicts'], other: PageMerge['conflicts']): boolean =>
  one.length === other.length &&
  one.every(({ mine, theirs }, at) => mine === other[at]?.mine && theirs === other[at].theirs)

/** Merges two people's changes of a page that is not markdown, through its kind on the server. */
export function KindMergeDialog({ pageId, base, mine: mineNow, newer, onMerged, onClose }: KindMergeDialogProps) {
  const { t } = useTranslation('editor')
  const [mine, setMine] = useState(mineNow)
  const [merge, setMerge] = useState<PageMerge | null>(null)
  const [choices, setChoices] = useState<readonly (MergeChoice | undefined)[]>([])
  const title = useMergedHead(base, mine, newer.page)
  const { mutateAsync, error, isPending } = api.page.merge.useMutation({ meta: { isQuiet: true } })

  const merged = async (own: PageDraft, decided: readonly MergeChoice[]): Promise<PageMerge | null> => {
    const sides = { base: base.content, mine: own.content, theirs: newer.page.content }
    // A failure is shown in place of the conflicts.
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
  const isDecided = merge !== null && decided.length === conflicts.length
  const finish = async () => {
    const made = conflicts.length === 0 ? merge : await merged(mine, decided)
    const now = mineNow()
    if (!isSamePage(now, mine)) {
      // The choices were made for another text.
      setMine(now)
      setMerge(null)
      setChoices([])
      return
    }
    if (made && !haveSamePlaces(made.conflicts, conflicts)) {
      // The kind has failed meanwhile: then the choice is between the pages as a whole.
      setMerge(made)
      setChoices([])
      return
    }
    if (title.head && made && made.content !== null) onMerged({ ...title.head, content: made.content })
  }

  return (
    <MergeFrame
      newer={newer}
      ownTitle={mine.title}
      title={title}
      conflicts={merge && conflicts.length}
      isDecided={isDecided && !isPending}
      onFinish={() => void finish()}
      onClose={onClose}
    >
      {!merge && isPending && <Skeleton lines={4} />}
      {error && <ErrorState error={error} onRetry={() => setMine(mineNow())} />}
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
    </MergeFrame>
  )
}
