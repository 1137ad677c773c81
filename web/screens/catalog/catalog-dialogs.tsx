import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { CatalogNameDialog } from '#web/catalog/catalog-name-dialog.tsx'
import type { CatalogBranch } from '#web/catalog/catalog-tree.ts'
import { CopyCatalogDialog } from '#web/catalog/copy-catalog-dialog.tsx'
import { useCatalogsChanged } from '#web/catalog/use-catalog-tree.ts'
import { useLimitedPeople } from '#web/catalog/use-limited-people.ts'

/** The open dialog, and its catalog. */
export type OpenDialog =
  | { readonly kind: 'add'; readonly parent: CatalogBranch | null }
  | { readonly kind: 'rename' | 'copy' | 'delete'; readonly branch: CatalogBranch }

export interface CatalogDialogsProps {
  readonly itemId: number
  readonly open: OpenDialog
  onClose(): void
}

export function CatalogDialogs({ itemId, open, onClose }: CatalogDialogsProps) {
  if (open.kind === 'add') return <CatalogNameDialog itemId={itemId} parent={open.parent} onClose={onClose} />
  const props = { itemId, branch: open.branch, onClose }
  if (open.kind === 'rename') return <CatalogNameDialog itemId={itemId} renamed={open.branch} onClose={onClose} />
  return open.kind === 'copy' ? <CopyCatalogDialog {...props} /> : <DeleteCatalogDialog {...props} />
}

interface DeleteCatalogDialogProps {
  readonly itemId: number
  readonly branch: CatalogBranch
  onClose(): void
}

function DeleteCatalogDialog({ itemId, branch, onClose }: DeleteCatalogDialogProps) {
  const { t } = useTranslation('catalog')
  const changed = useCatalogsChanged()
  const count = useLimitedPeople(itemId)(branch.catalogId)
  const { catalogName: name } = branch
  const loss = count > 0 ? ` ${t('catalog.limits.gone', { name, count })}` : ''
  const remove = api.catalog.delete.useMutation({
    onSuccess: async () => {
      showToast(t('catalog.deleted'))
      onClose()
      await changed(itemId)
    },
  })
  return (
    <ConfirmDialog
      title={t('catalog.delete.title')}
      text={`${t('catalog.delete.text', { name })}${loss}`}
      action={t('catalog.action.delete')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ itemId, catalogId: branch.catalogId })}
      onClose={onClose}
    />
  )
}
