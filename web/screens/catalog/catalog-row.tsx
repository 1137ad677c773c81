import { CopyPlus, Ellipsis, Folder, FolderPlus, GripVertical, Pencil, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { ContributedEntries } from '../../extensions/contributed.tsx'
import { EntriesTogether } from '../../extensions/entries-together.tsx'
import { catalogActions } from '../../extensions/points.ts'
import { IconButton } from '../../parts/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '../../parts/menu.tsx'
import type { OpenDialog } from './catalog-dialogs.tsx'
import type { CatalogBranch } from '#web/catalog/catalog-tree.ts'
import { useCatalogDrag, type DropZone } from './use-catalog-drag.ts'

export interface CatalogRowProps {
  readonly itemId: number
  readonly branch: CatalogBranch
  /** From 1. */
  readonly level: number
  readonly mayEdit: boolean
  onOpen(dialog: OpenDialog): void
  onDrop(draggedId: number, targetId: number, zone: DropZone): void
  onKeyDown(event: KeyboardEvent, catalogId: number): void
}

export function CatalogRow({ itemId, branch, level, mayEdit, onOpen, onDrop, onKeyDown }: CatalogRowProps) {
  const { t } = useTranslation('catalog')
  const { catalogId, catalogName } = branch
  const { ref, isDragged, zone } = useCatalogDrag(catalogId, mayEdit, (draggedId, at) =>
    onDrop(draggedId, catalogId, at),
  )

  return (
    <div
      ref={ref}
      className="catalog-row"
      data-catalog={catalogId}
      data-dragged={isDragged || undefined}
      data-drop={zone ?? undefined}
    >
      {mayEdit && <GripVertical className="catalog-grip" aria-hidden />}
      <Folder className="catalog-icon" aria-hidden />
      {mayEdit ? (
        <button
          type="button"
          className="catalog-name"
          title={t('catalog.action.rename')}
          onClick={() => onOpen({ kind: 'rename', branch })}
          onKeyDown={(event) => onKeyDown(event, catalogId)}
        >
          {catalogName}
        </button>
      ) : (
        <span className="catalog-name">{catalogName}</span>
      )}
      {mayEdit && level < limits.catalogDepth && (
        <IconButton
          label={t('catalog.action.addBelow', { name: catalogName })}
          onClick={() => onOpen({ kind: 'add', parent: branch })}
        >
          <FolderPlus aria-hidden />
        </IconButton>
      )}
      {mayEdit && <RowMenu itemId={itemId} branch={branch} onOpen={onOpen} />}
    </div>
  )
}

function RowMenu({ itemId, branch, onOpen }: Pick<CatalogRowProps, 'itemId' | 'branch' | 'onOpen'>) {
  const { t } = useTranslation('catalog')
  return (
    <Menu
      renderOpener={(props) => (
        <IconButton label={t('catalog.action.more', { name: branch.catalogName })} {...props}>
          <Ellipsis aria-hidden />
        </IconButton>
      )}
    >
      <EntriesTogether>
        <MenuItem icon={<Pencil aria-hidden />} onChoose={() => onOpen({ kind: 'rename', branch })}>
          {t('catalog.action.rename')}
        </MenuItem>
        <MenuItem icon={<CopyPlus aria-hidden />} onChoose={() => onOpen({ kind: 'copy', branch })}>
          {t('catalog.action.copy')}
        </MenuItem>
        <ContributedEntries point={catalogActions} with={{ itemId, catalogId: branch.catalogId }} />
        <MenuLine />
        <MenuItem icon={<Trash2 aria-hidden />} look="danger" onChoose={() => onOpen({ kind: 'delete', branch })}>
          {t('catalog.action.delete')}
        </MenuItem>
      </EntriesTogether>
    </Menu>
  )
}
