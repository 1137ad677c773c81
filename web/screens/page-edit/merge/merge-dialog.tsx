import './merge-dialog.css'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSamePage, type PageDraft } from '#web/editor/drafts.ts'
import type { NewerPage } from '#web/editor/manuscript.ts'
import { mergedText, mergePages, type Choice, type PageMerge } from '#web/editor/merge/page-merge.ts'
import { editable, withLineEndsOf } from '#web/editor/markdown-blocks/line-endings.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { MergeConflict } from './merge-conflict.tsx'

export interface MergeDialogProps {
  /** What both sides started from. */
  readonly base: PageDraft
  /** The own text as it is now: an upload that ends may still add to it. */
  mine(): PageDraft
  readonly newer: NewerPage
  onMerged(page: PageDraft): void
  onClose(): void
}

/** Joins two people's changes of one page: what fits together by itself, the rest as the person decides. */
export function MergeDialog({ base, mine: mineNow, newer, onMerged, onClose }: MergeDialogProps) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const [mine, setMine] = useState(mineNow)
  const [before, theirs] = [base.content, newer.page.content]
  const merge = useMemo(() => mergeOf(before, mine.content, theirs), [before, mine.content, theirs])
  const [choices, setChoices] = useState<readonly (Choice | null)[]>([])
  const isTitleOpen = mine.title !== newer.page.title && mine.title !== base.title && newer.page.title !== base.title
  const [titleChoice, setTitleChoice] = useState<Choice | null>(isTitleOpen ? null : 'theirs')

  const text = mergedText(merge, choices)
  const title =
    titleChoice === null
      ? null
      : titleChoice === 'mine' || newer.page.title === base.title
        ? mine.title
        : newer.page.title
  const isDecided = text !== null && title !== null
  const finish = () => {
    if (title === null) return
    const now = mineNow()
    const content = isSamePage(now, mine) ? text : mergedText(mergeOf(before, now.content, theirs), [])
    if (content === null) {
      // What was decided, was decided about another text.
      setMine(now)
      setChoices([])
      return
    }
    const catalogId = mine.catalogId === base.catalogId ? newer.page.catalogId : mine.catalogId
    onMerged({ title, catalogId, content: withLineEndsOf(theirs, content) })
  }

  const stretches = useMemo(() => numbered(merge), [merge])

  return (
    <Dialog
      size="wide"
      title={t('merge.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('merge.later')}</Button>
          <Button look="primary" disabled={!isDecided} onClick={finish}>
            {t('merge.save')}
          </Button>
        </>
      }
    >
      <p>{t('merge.who', { who: newer.who, time: formats.time(newer.when) })}</p>
      <p className="merge-count">
        {merge.conflicts === 0 && !isTitleOpen
          ? t('merge.fits')
          : t('merge.conflicts', { count: merge.conflicts + (isTitleOpen ? 1 : 0) })}
      </p>
      {isTitleOpen && (
        <MergeConflict
          name="title"
          legend={t('merge.pageTitle')}
          mine={mine.title}
          theirs={newer.page.title}
          choice={titleChoice}
          choices={['mine', 'theirs']}
          onChoose={setTitleChoice}
        />
      )}
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
    </Dialog>
  )
}

const mergeOf = (base: string, mine: string, theirs: string): PageMerge =>
  mergePages(editable(base), editable(mine), editable(theirs))

/** The stretches with a name of their own, conflicts with their number from 0. */
function numbered({ stretches }: PageMerge) {
  let conflicts = 0
  return stretches.map((stretch, index) => ({
    key: `stretch-${index}`,
    number: stretch.kind === 'conflict' ? (conflicts += 1) - 1 : -1,
    stretch,
  }))
}

/** Text that is not in question: its edges, for orientation. */
function SettledText({ text }: { readonly text: string }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const shown = lines.length > 4 ? [...lines.slice(0, 2), '…', ...lines.slice(-2)] : lines
  return shown.length > 0 && <pre className="merge-settled">{shown.join('\n')}</pre>
}
