import { useTranslation } from 'react-i18next'
import { commonEnds } from '#web/editor/common-ends.ts'
import type { Draft } from '#web/editor/draft-store.ts'
import { changedCharacters } from '#web/editor/drafts.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'

export interface DraftDialogProps {
  readonly draft: Draft
  /** The text as loaded. */
  readonly stored: string
  onRestore(): void
  onDiscard(): void
  /** Decides nothing: the draft stays where it is. */
  onClose(): void
}

/** Offers a text that was stored on this device and never reached the server. */
export function DraftDialog({ draft, stored, onRestore, onDiscard, onClose }: DraftDialogProps) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  return (
    <Dialog
      title={t('draft.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onDiscard}>{t('draft.discard')}</Button>
          <Button look="primary" onClick={onRestore}>
            {t('draft.restore')}
          </Button>
        </>
      }
    >
      <p>
        {t('draft.text', {
          time: formats.time(new Date(draft.keptAt)),
          count: changedCharacters(draft.content, stored),
        })}
      </p>
      <pre className="draft-excerpt">{excerptOf(draft.content, stored)}</pre>
    </Dialog>
  )
}

const SHOWN = 600
/** The text before the first difference, for orientation. */
const BEFORE = 100

/** The draft from about where it begins to differ: the beginning of a long page is not helpful. */
function excerptOf(content: string, stored: string): string {
  const { head } = commonEnds(content, stored)
  const start = content.length <= SHOWN ? 0 : Math.max(0, content.lastIndexOf('\n', head - BEFORE) + 1)
  const end = start + SHOWN
  return (start > 0 ? '… ' : '') + content.slice(start, end) + (end < content.length ? ' …' : '')
}
