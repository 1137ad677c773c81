import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { WaitingButton } from './waiting-button.tsx'

export interface ConfirmDialogProps {
  readonly title: string
  /** What will happen, and whether it can be undone. */
  readonly text: string
  /** Additional information or choices. */
  readonly children?: ReactNode
  /** The verb of the action, for the button. */
  readonly action: string
  readonly isDangerous?: boolean
  readonly isBusy?: boolean
  readonly onConfirm: () => void
  onClose(): void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, children, action, isDangerous, isBusy = false, onConfirm, onClose } = props
  const { t } = useTranslation()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <WaitingButton look={isDangerous ? 'danger' : 'primary'} isOff={isBusy} onClick={onConfirm}>
            {action}
          </WaitingButton>
        </>
      }
    >
      <p>{text}</p>
      {children}
    </Dialog>
  )
}
