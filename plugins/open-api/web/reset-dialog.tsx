import { useState } from 'react'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useOpenApiText } from './texts.ts'

export interface ResetDialogProps {
  reset(): Promise<unknown>
  onClose(): void
}

/** Asks for confirmation before programs with the old token are locked out. */
export function ResetDialog({ reset, onClose }: ResetDialogProps) {
  const t = useOpenApiText()
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await reset()
      showToast(t('reset.done'))
    } finally {
      onClose()
    }
  }
  return (
    <ConfirmDialog
      title={t('reset.title')}
      text={t('reset.text')}
      action={t('reset.action')}
      isDangerous
      isBusy={isBusy}
      // A refusal has already been shown as a toast.
      onConfirm={() => void confirm().catch(() => undefined)}
      onClose={onClose}
    />
  )
}
