import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { CatalogNameDialog } from '#web/catalog/catalog-name-dialog.tsx'
import type { CatalogBranch } from '#web/catalog/catalog-tree.ts'
import { CopyCatalogDialog } from '#web/catalog/copy-catalog-dialog.tsx'
import { Themed } from '#web/theme/themed.tsx'
import type { MenuNode } from '../menu-nodes.ts'
import { MoveDialog } from './move-dialog.tsx'
import { flat, placeOf, topMost, type NodeName, type Target } from './tree-moves.ts'

export type OpenTreeDialog =
  | { readonly kind: 'move'; readonly names: readonly NodeName[] }
  | { readonly kind: 'newCatalog'; readonly parentId: number }
  | { readonly kind: 'copy'; readonly node: MenuNode }
  /** The move ends limited rights of some people. */
  | { readonly kind: 'limits'; readonly name: string; readonly count: number; goOn(): void }
  | { readonly kind: 'delete'; readonly doomed: readonly MenuNode[]; readonly people: number; goOn(): void }

export interface TreeDialogsProps {
  readonly itemId: number
  readonly nodes: readonly MenuNode[]
  readonly open: OpenTreeDialog
  onMove(names: readonly NodeName[], target: Target): void
  onAdded(catalog: NodeName): void
  onClose(): void
}

/** Includes providers for their fields, which the reader does not load. */
export const TreeDialogs = (props: TreeDialogsProps) => (
  <Themed>
    <TreeDialog {...props} />
  </Themed>
)

function TreeDialog({ itemId, nodes, open, onMove, onAdded, onClose }: TreeDialogsProps) {
  const { t } = useTranslation(['tree', 'catalog'])
  if (open.kind === 'move') {
    const moved = topMost(nodes, open.names)
    return <MoveDialog nodes={nodes} moved={moved} onMove={(target) => onMove(moved, target)} onClose={onClose} />
  }
  if (open.kind === 'newCatalog') {
    const parent = placeOf(nodes, { kind: 'catalog', id: open.parentId })?.node
    return (
      <CatalogNameDialog
        itemId={itemId}
        parent={parent ? branchOf(parent) : null}
        onAdded={(id) => onAdded({ kind: 'catalog', id })}
        onClose={onClose}
      />
    )
  }
  if (open.kind === 'copy') return <CopyCatalogDialog itemId={itemId} branch={branchOf(open.node)} onClose={onClose} />
  const goOn = () => {
    onClose()
    open.goOn()
  }
  if (open.kind === 'limits') {
    const { name, count } = open
    return (
      <ConfirmDialog
        title={t('catalog:catalog.limits.title', { name })}
        text={t('catalog:catalog.limits.below', { name, count })}
        action={t('catalog:catalog.limits.action')}
        onConfirm={goOn}
        onClose={onClose}
      />
    )
  }
  const pages = open.doomed.flatMap((node) => flat([node])).filter(({ kind }) => kind === 'page').length
  const [first] = open.doomed
  const text =
    open.doomed.length === 1
      ? t('delete.catalog', { title: first?.title ?? '', count: pages })
      : t('delete.several', { count: pages })
  return (
    <ConfirmDialog
      isDangerous
      title={t('delete.title')}
      text={open.people > 0 ? `${text} ${t('delete.people', { count: open.people })}` : text}
      action={t('menu.delete')}
      onConfirm={goOn}
      onClose={onClose}
    />
  )
}

/** In the format of the dialogs on the catalogs screen. */
const branchOf = ({ id, title }: MenuNode): CatalogBranch => ({ catalogId: id, catalogName: title, sub: [] })
