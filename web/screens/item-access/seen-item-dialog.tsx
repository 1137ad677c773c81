import { FileText, Folder, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { accessOperations } from '#core/rights/operations.ts'
import type { AnswerOf } from '../../api/api-types.ts'
import { api } from '../../api/trpc.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'

type SeenItem = AnswerOf<typeof accessOperations.viewAs>

export interface SeenItemDialogProps {
  readonly itemId: number
  readonly person: { readonly userId: number; readonly username: string }
  readonly onClose: () => void
}

/** The item's menu as another person sees it, read-only. */
export function SeenItemDialog({ itemId, person, onClose }: SeenItemDialogProps) {
  const { t } = useTranslation('access')
  const seen = api.access.viewAs.useQuery({ itemId, userId: person.userId }, { meta: { isQuiet: true } })
  return (
    <Dialog title={t('view.title', { name: person.username })} onClose={onClose}>
      {seen.isPending && <Skeleton lines={6} />}
      {seen.isError && <ErrorState title={t('view.failed')} error={seen.error} onRetry={() => void seen.refetch()} />}
      {seen.data && <Seen item={seen.data} />}
    </Dialog>
  )
}

function Seen({ item }: { readonly item: SeenItem }) {
  const { t } = useTranslation('access')
  const { menu } = item
  const isEmpty = menu.pages.length === 0 && menu.catalogs.length === 0
  return (
    <div className="seen-item">
      <ul className="seen-rights">
        {item.isLimited && <li>{t('view.limited')}</li>}
        <li>
          {t(item.canEdit ? 'view.editAll' : item.editableCatalogIds.length > 0 ? 'view.editSome' : 'view.editNone')}
        </li>
        {item.canManage && <li>{t('view.manage')}</li>}
      </ul>
      {isEmpty ? (
        <p className="form-text">{t('view.empty')}</p>
      ) : (
        <Level
          pages={menu.pages}
          catalogs={menu.catalogs}
          editableCatalogIds={item.canEdit ? [] : item.editableCatalogIds}
        />
      )}
    </div>
  )
}

interface LevelProps {
  readonly pages: readonly { readonly pageId: number; readonly pageTitle: string }[]
  readonly catalogs: readonly (Omit<LevelProps, 'editableCatalogIds'> & {
    readonly catalogId: number
    readonly catalogName: string
  })[]
  /** Catalogs marked as editable. */
  readonly editableCatalogIds: readonly number[]
}

function Level({ pages, catalogs, editableCatalogIds }: LevelProps) {
  const { t } = useTranslation('access')
  return (
    <ul className="seen-level">
      {pages.map(({ pageId, pageTitle }) => (
        <li key={`page ${pageId}`}>
          <span className="seen-entry">
            <FileText aria-hidden />
            {pageTitle}
          </span>
        </li>
      ))}
      {catalogs.map(({ catalogId, catalogName, ...below }) => (
        <li key={catalogId}>
          <span className="seen-entry" data-kind="catalog">
            <Folder aria-hidden />
            {catalogName}
            {editableCatalogIds.includes(catalogId) && (
              <Pencil className="seen-pencil" role="img" aria-label={t('view.canEdit')} />
            )}
          </span>
          <Level {...below} editableCatalogIds={[]} />
        </li>
      ))}
    </ul>
  )
}
