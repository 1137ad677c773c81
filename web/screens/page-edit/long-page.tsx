import { X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isRichByDefault } from '#web/editor/page-size.ts'
import { Button } from '#web/parts/button.tsx'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { MARKDOWN } from '#web/editor/markdown-faces.tsx'
import { rememberedFace } from '#web/session/editor-face.ts'
import type { PageWork } from './use-page-work.ts'

/** Long pages open as markdown, where typing stays fast; rich text is offered, with a confirmation. */
export function useLongPage({
  kind,
  face,
  current,
  chooseFace,
}: Pick<PageWork, 'kind' | 'face' | 'current' | 'chooseFace'>): {
  readonly notice: ReactNode
  readonly dialog: ReactNode
  choose(face: string): void
} {
  const { t } = useTranslation('editor')
  const [isOffered, setOffered] = useState(
    () => kind === MARKDOWN && face !== 'rich' && (rememberedFace(kind) ?? 'rich') === 'rich',
  )
  const [isAsked, setAsked] = useState(false)
  const change = (chosen: string) => {
    setOffered(false)
    setAsked(false)
    void chooseFace(chosen)
  }
  return {
    choose: (chosen) => {
      const isLong = kind === MARKDOWN && chosen === 'rich' && !isRichByDefault(current().content)
      if (isLong) setAsked(true)
      else change(chosen)
    },
    notice: isOffered && (
      <div className="edit-notice" role="status">
        <span>{t('long.notice')}</span>
        <Button onClick={() => change('rich')}>{t('long.rich')}</Button>
        <IconButton label={t('long.close')} onClick={() => setOffered(false)}>
          <X />
        </IconButton>
      </div>
    ),
    dialog: isAsked && (
      <ConfirmDialog
        title={t('long.title')}
        text={t('long.text')}
        action={t('long.rich')}
        onConfirm={() => change('rich')}
        onClose={() => setAsked(false)}
      />
    ),
  }
}
