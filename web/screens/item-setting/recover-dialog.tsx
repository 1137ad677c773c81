import { useTranslation } from 'react-i18next'
import type { recycleOperations } from '#core/recycle/operations.ts'
import type { AnswerOf } from '../../api/api-types.ts'
import { api } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { withdrawUndo } from '../../parts/undo-offers.ts'

export type RecycledPage = AnswerOf<typeof recycleOperations.list>[number]

export interface RecoverDialogProps {
  readonly itemId: number
  readonly page: RecycledPage
  onClose(): void
}

/** Restoring a page requires confirmation (spec §4). */
export function RecoverDialog({ itemId, page, onClose }: RecoverDialogProps) {
  const { t } = useTranslation('settings')
  const cache = api.useUtils()
  const recover = api.recycle.recover.useMutation({
    onSuccess({ catalogId }) {
      withdrawUndo(page.pageId)
      showToast(t(catalogId === 0 ? 'recycle.doneInRoot' : 'recycle.done'))
    },
    // Somebody else may have restored it: then the list is outdated.
    onSettled: async () => {
      onClose()
      await Promise.all([cache.recycle.list.invalidate({ itemId }), cache.item.info.invalidate()])
    },
  })

  return (
    <ConfirmDialog
      title={t('recycle.confirm.title')}
      text={t('recycle.confirm.text', { title: page.pageTitle })}
      action={t('recycle.action')}
      isBusy={recover.isPending}
      onConfirm={() => recover.mutate({ itemId, pageId: page.pageId })}
      onClose={onClose}
    />
  )
}
