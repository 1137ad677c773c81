import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { useImportText } from './texts.ts'

export interface UndoDialogProps {
  readonly isBusy: boolean
  onConfirm(): void
  onClose(): void
}

/** Asks before an import is undone. */
export function UndoDialog(props: UndoDialogProps) {
  const t = useImportText()
  return <ConfirmDialog {...props} title={t('undoTitle')} text={t('undoText')} action={t('undo')} isDangerous />
}
