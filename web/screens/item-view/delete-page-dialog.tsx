import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { api } from '#web/api/trpc.ts'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import type { PageArticle } from '#web/article/shown-page.ts'

export interface DeletePageDialogProps {
  readonly page: PageArticle
  readonly itemPath: string
  readonly onClose: () => void
}

export function DeletePageDialog({ page, itemPath, onClose }: DeletePageDialogProps) {
  const { t } = useTranslation('reader')
  const [, navigate] = useLocation()
  const cache = api.useUtils()
  const remove = api.page.delete.useMutation({
    async onSuccess() {
      await cache.item.info.invalidate()
      showToast(t('delete.done'))
      onClose()
      navigate(itemPath)
    },
  })
  return (
    <ConfirmDialog
      isDangerous
      isBusy={remove.isPending}
      title={t('delete.title')}
      text={t('delete.text', { title: page.pageTitle })}
      action={t('action.deletePage')}
      onConfirm={() => remove.mutate({ pageId: page.pageId })}
      onClose={onClose}
    />
  )
}
