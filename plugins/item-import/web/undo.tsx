import { api } from '#web/api/trpc.ts'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { useImportText } from './texts.ts'

/** Reads the item and its imports anew. */
export function useRenewal(): () => void {
  const utils = api.useUtils()
  return () => {
    void utils.item.invalidate()
    void utils.import.list.invalidate()
  }
}

/** The undo of an import. @param onSettled called when it is done or refused */
export function useUndo(onSettled: () => void) {
  const t = useImportText()
  const renew = useRenewal()
  const { data, error, isPending, mutate } = api.import.undo.useMutation({
    meta: { isQuiet: true },
    onSettled() {
      onSettled()
      renew()
    },
  })
  return {
    error,
    isPending,
    /** What became of it; null before it is done. */
    outcome: data ? t('undone', { recycled: data.recycled, restored: data.restored, kept: data.kept }) : null,
    undo: (importId: string) => mutate({ importId }),
  }
}

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
