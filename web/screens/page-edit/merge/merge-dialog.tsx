import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSamePage } from '#web/editor/drafts.ts'
import { mergedText, mergePages, type Choice, type PageMerge } from '#web/editor/merge/page-merge.ts'
import { editable, withLineEndsOf } from '#web/editor/markdown-blocks/line-endings.ts'
import { MergeConflict } from './merge-conflict.tsx'
import { MergeFrame, type MergeDialogProps } from './merge-frame.tsx'
import { useMergedHead } from './use-merged-head.ts'

/** Merges two people's changes of one page: automatically where possible, otherwise as the person decides. */
export function MergeDialog({ base, mine: mineNow, newer, onMerged, onClose }: MergeDialogProps) {
  const { t } = useTranslation('editor')
  const [mine, setMine] = useState(mineNow)
  const [before, theirs] = [base.content, newer.page.content]
  const merge = useMemo(() => mergeOf(before, mine.content, theirs), [before, mine.content, theirs])
  const [choices, setChoices] = useState<readonly (Choice | null)[]>([])
  const title = useMergedHead(base, mine, newer.page)

  const text = mergedText(merge, choices)
  const finish = () => {
    if (title.head === null) return
    const now = mineNow()
    const content = isSamePage(now, mine) ? text : mergedText(mergeOf(before, now.content, theirs), [])
    if (content === null) {
      // The choices were made for another text.
      setMine(now)
      setChoices([])
      return
    }
    onMerged({ ...title.head, content: withLineEndsOf(theirs, content) })
  }

  const stretches = useMemo(() => numbered(merge), [merge])

  return (
    <MergeFrame
      newer={newer}
      ownTitle={mine.title}
      title={title}
      conflicts={merge.conflicts}
      isDecided={text !== null}
      onFinish={finish}
      onClose={onClose}
    >
      {stretches.map(({ key, number, stretch }) =>
        stretch.kind === 'settled' ? (
          <SettledText key={key} text={stretch.values.join('')} />
        ) : (
          <MergeConflict
            key={key}
            name={key}
            legend={t('merge.conflict', { number: number + 1 })}
            mine={stretch.mine.join('')}
            theirs={stretch.theirs.join('')}
            choice={choices[number] ?? null}
            choices={['mine', 'theirs', 'both']}
            onChoose={(choice) => setChoices(Object.assign([...choices], { [number]: choice }))}
          />
        ),
      )}
    </MergeFrame>
  )
}

const mergeOf = (base: string, mine: string, theirs: string): PageMerge =>
  mergePages(editable(base), editable(mine), editable(theirs))

/** The parts with a key, conflicts with their number from 0. */
function numbered({ stretches }: PageMerge) {
  let conflicts = 0
  return stretches.map((stretch, index) => ({
    key: `stretch-${index}`,
    number: stretch.kind === 'conflict' ? (conflicts += 1) - 1 : -1,
    stretch,
  }))
}

/** Text without conflicts, shortened to its edges, for orientation. */
function SettledText({ text }: { readonly text: string }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const shown = lines.length > 4 ? [...lines.slice(0, 2), '…', ...lines.slice(-2)] : lines
  return shown.length > 0 && <pre className="merge-settled">{shown.join('\n')}</pre>
}
