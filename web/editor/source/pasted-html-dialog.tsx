import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { markdownOfHtml } from './pasted-html.ts'

export interface PastedHtmlDialogProps {
  readonly html: string
  /** The same without formats. */
  readonly text: string
  /** With what is to be pasted; null for nothing. */
  onClose(pasted: string | null): void
}

/** Asks whether formatted text becomes markdown or stays text (spec §5). */
export function PastedHtmlDialog({ html, text, onClose }: PastedHtmlDialogProps) {
  const { t } = useTranslation('editor')
  const [isBusy, setBusy] = useState(false)
  const convert = async () => {
    setBusy(true)
    onClose(await markdownOfHtml(html).catch(() => text))
  }
  return (
    <Dialog
      title={t('paste.title')}
      onClose={() => onClose(null)}
      actions={
        <>
          <Button onClick={() => onClose(text)}>{t('paste.keepText')}</Button>
          <Button look="primary" disabled={isBusy} onClick={() => void convert()}>
            {t('paste.convert')}
          </Button>
        </>
      }
    >
      <p>{t('paste.question')}</p>
    </Dialog>
  )
}
