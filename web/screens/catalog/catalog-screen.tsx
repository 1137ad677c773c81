import './catalog.css'
import { FolderPlus, FolderTree } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { WorkFrame } from '../../parts/work-frame.tsx'
import { CatalogDialogs, type OpenDialog } from './catalog-dialogs.tsx'
import { CatalogList } from './catalog-list.tsx'
import { useAreLimitsAnswered } from '#web/catalog/use-limited-people.ts'

/** `/catalog/:itemId`: adding, renaming, moving and deleting the catalogs of an item. */
export function CatalogScreen() {
  const { t } = useTranslation('catalog')
  const itemId = Number(useParams<{ itemId: string }>().itemId)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const item = api.item.info.useQuery({ itemId }, { meta: { isQuiet: true } })
  const tree = api.catalog.listTree.useQuery({ itemId })
  const catalogs = useAreLimitsAnswered(itemId) ? tree.data : undefined
  const mayEdit = item.data?.canEdit ?? true
  const addButton = (
    <Button look="primary" onClick={() => setDialog({ kind: 'add', parent: null })}>
      <FolderPlus aria-hidden />
      {t('catalog.action.add')}
    </Button>
  )

  return (
    <WorkFrame
      title={t('catalog.title')}
      place={item.data?.itemName}
      width="narrow"
      back={{ href: `/${itemId}`, label: t('catalog.back') }}
      actions={mayEdit && catalogs && catalogs.length > 0 && addButton}
    >
      {!catalogs && !tree.isError && <Skeleton lines={7} />}
      {tree.isError && (
        <ErrorState title={t('catalog.loadFailed')} error={tree.error} onRetry={() => void tree.refetch()} />
      )}
      {!mayEdit && <p className="catalog-hint">{t('catalog.readOnly')}</p>}
      {catalogs?.length === 0 && (
        <EmptyState
          icon={<FolderTree />}
          title={t('catalog.empty.title')}
          text={t('catalog.empty.text')}
          actions={mayEdit && addButton}
        />
      )}
      {catalogs && catalogs.length > 0 && (
        <CatalogList itemId={itemId} tree={catalogs} mayEdit={mayEdit} onOpen={setDialog} />
      )}
      {dialog && <CatalogDialogs itemId={itemId} open={dialog} onClose={() => setDialog(null)} />}
    </WorkFrame>
  )
}
