import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'

export interface PastedHtmlDialogProps {
  onConvert(): void | Promise<void>
  onKeepText(): void
  onClose(): void
}

/** Asks whether formatted text becomes markdown or plain text (spec §5). */
export function PastedHtmlDialog({ onConvert, onKeepText, onClose }: PastedHtmlDialogProps) {
  const { t } = useTranslation('editor')
  const [isBusy, setBusy] = useState(false)
  const question = useRef<HTMLParagraphElement>(null)
  // Once the browser has given it to the close button: Enter, after the keys for pasting, would drop what is pasted.
  useEffect(() => {
    question.current?.closest('dialog')?.querySelector<HTMLElement>('.dialog-foot [data-look=primary]')?.focus()
  }, [])
  const convert = async () => {
    setBusy(true)
    await onConvert()
  }
  return (
    <Dialog
      title={t('paste.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onKeepText}>{t('paste.keepText')}</Button>
          <WaitingButton look="primary" isOff={isBusy} onClick={() => void convert()}>
            {t('paste.convert')}
          </WaitingButton>
        </>
      }
    >
      <p ref={question}>{t('paste.question')}</p>
    </Dialog>
  )
}
