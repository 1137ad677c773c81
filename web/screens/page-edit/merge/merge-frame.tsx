import './merge-dialog.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageDraft } from '#web/editor/drafts.ts'
import type { NewerPage } from '#web/editor/manuscript.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { MergeConflict } from './merge-conflict.tsx'
import type { MergedHead } from './use-merged-head.ts'

export interface MergeDialogProps {
  /** The common base of both sides. */
  readonly base: PageDraft
  /** The own text as it is now: a finishing upload may still add to it. */
  mine(): PageDraft
  readonly newer: NewerPage
  onMerged(page: PageDraft): void
  onClose(): void
}

export interface MergeFrameProps {
  readonly newer: NewerPage
  readonly ownTitle: string
  readonly title: MergedHead
  /** The conflicts of the text; null while unknown. */
  readonly conflicts: number | null
  readonly isDecided: boolean
  onFinish(): void
  onClose(): void
  /** The text and its conflicts. */
  readonly children: ReactNode
}

/** Who else changed the page, the number of conflicts, and the title, which every kind of page has. */
export function MergeFrame({
  newer,
  ownTitle,
  title,
  conflicts,
  isDecided,
  onFinish,
  onClose,
  children,
}: MergeFrameProps) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const count = (conflicts ?? 0) + (title.isTitleOpen ? 1 : 0)
  return (
    <Dialog
      size="wide"
      title={t('merge.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('merge.later')}</Button>
          <WaitingButton look="primary" isOff={!isDecided || title.head === null} onClick={onFinish}>
            {t('merge.save')}
          </WaitingButton>
        </>
      }
    >
      <p>{t('merge.who', { who: newer.who, time: formats.time(newer.when) })}</p>
      {conflicts !== null && (
        <p className="merge-count">{count === 0 ? t('merge.fits') : t('merge.conflicts', { count })}</p>
      )}
      {title.isTitleOpen && (
        <MergeConflict
          name="title"
          legend={t('merge.pageTitle')}
          mine={ownTitle}
          theirs={newer.page.title}
          choice={title.choice}
          choices={['mine', 'theirs']}
          onChoose={(choice) => title.choose(choice === 'mine' ? 'mine' : 'theirs')}
        />
      )}
      {children}
    </Dialog>
  )
}
