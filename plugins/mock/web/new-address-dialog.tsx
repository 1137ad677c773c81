import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { mockApi, useMockUtils } from './mock-api.ts'
import { useMockText } from './texts.ts'

export interface NewAddressDialogProps {
  readonly pageId: number
  onClose(): void
}

/** Asks before the address of a mock is changed, and says what ends with it. */
export function NewAddressDialog({ pageId, onClose }: NewAddressDialogProps) {
  const t = useMockText()
  const utils = useMockUtils()
  const reset = mockApi.resetKey.useMutation({
    meta: { isQuiet: true },
    onSuccess: async () => {
      await utils.infoByPageId.invalidate({ pageId })
      showToast(t('resetDone'), 'ok')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('resetTitle')}
      text={t('resetText')}
      action={t('reset')}
      isDangerous
      isBusy={reset.isPending}
      onConfirm={() => reset.mutate({ pageId })}
      onClose={onClose}
    >
      <FormAlert error={reset.error} />
    </ConfirmDialog>
  )
}
