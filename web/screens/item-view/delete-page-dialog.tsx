import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { offerUndo } from '#web/parts/undo-offers.ts'
import type { PageArticle } from '#web/article/shown-page.ts'

export interface DeletePageDialogProps {
  readonly page: PageArticle
  readonly itemPath: string
  readonly onClose: () => void
}

export function DeletePageDialog({ page, itemPath, onClose }: DeletePageDialogProps) {
  const { t } = useTranslation(['reader', 'tree', 'common'])
  const [, navigate] = useLocation()
  const cache = api.useUtils()
  const takeBack = api.recycle.undo.useMutation({
    meta: { isQuiet: true },
    onSuccess: ({ rootedPageIds }) => {
      if (rootedPageIds.length > 0) showToast(t('tree:rooted', { count: rootedPageIds.length }), 'info')
      navigate(`${itemPath}/${page.pageId}`)
    },
    onError: (error) => showToast(refusalOf(error)?.message ?? t('common:error.connection'), 'bad'),
    onSettled: () => cache.item.info.invalidate(),
  })
  const { itemId, pageId, catalogId } = page
  // The dialog is unmounted by then, and its hooks with it.
  const undo = () => void takeBack.mutateAsync({ itemId, pages: [{ pageId, catalogId }] }).catch(() => undefined)
  const remove = api.page.delete.useMutation({
    async onSuccess() {
      await cache.item.info.invalidate()
      offerUndo({ itemId, text: t('delete.done'), label: t('tree:undo'), pageIds: [pageId], run: undo })
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
