import { Textarea } from '@mantine/core'
import type { ClipboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'

export interface TextDialogProps {
  readonly title: string
  readonly label: string
  readonly hint: string
  readonly action: string
  readonly text: string
  /** Why the text cannot be used; shown at the field. */
  readonly error: string | null
  readonly isBusy?: boolean
  readonly children?: ReactNode
  onText(text: string): void
  onPaste?(event: ClipboardEvent<HTMLTextAreaElement>): void
  onInsert(): void
  onClose(): void
}

/** A dialog with one large field whose text is converted and inserted into the page. */
export function TextDialog(props: TextDialogProps) {
  const { title, label, hint, action, text, error, isBusy = false } = props
  const { t } = useTranslation()
  return (
    <Dialog
      title={title}
      size="wide"
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>{t('action.cancel')}</Button>
          <WaitingButton look="primary" isOff={isBusy || text.trim() === ''} onClick={props.onInsert}>
            {action}
          </WaitingButton>
        </>
      }
    >
      <Textarea
        label={label}
        description={hint}
        error={error}
        value={text}
        rows={14}
        spellCheck={false}
        data-autofocus
        styles={{ input: { fontFamily: 'var(--font-mono)' } }}
        onChange={(event) => props.onText(event.currentTarget.value)}
        onPaste={props.onPaste}
      />
      {props.children}
    </Dialog>
  )
}
