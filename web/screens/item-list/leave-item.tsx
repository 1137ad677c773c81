import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { showToast } from '../../parts/toast-store.ts'

export interface LeaveItemProps {
  readonly item: { readonly itemId: number; readonly itemName: string }
}

/** Leaves somebody else's item, after confirmation. */
export function LeaveItem({ item: { itemId, itemName } }: LeaveItemProps) {
  const { t } = useTranslation('items')
  const cache = api.useUtils()
  const [isAsking, setAsking] = useState(false)
  const leave = api.item.leave.useMutation({
    onSuccess: async () => {
      setAsking(false)
      showToast(t('list.leave.done', { name: itemName }))
      await cache.invalidate()
    },
  })

  return (
    <>
      <IconButton
        className="tile-setting"
        label={t('list.leave.label', { name: itemName })}
        onClick={() => setAsking(true)}
      >
        <LogOut aria-hidden />
      </IconButton>
      {/* Outside of the tile, whose styles it would inherit. */}
      {isAsking &&
        createPortal(
          <ConfirmDialog
            title={t('list.leave.title')}
            text={t('list.leave.text', { name: itemName })}
            action={t('list.leave.action')}
            isDangerous
            isBusy={leave.isPending}
            onConfirm={() => leave.mutate({ itemId })}
            onClose={() => setAsking(false)}
          />,
          document.body,
        )}
    </>
  )
}
