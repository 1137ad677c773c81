import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { useLateApi } from '#web/api/use-late-api.ts'
import { nodesOf, placesAfterMove, siblingsOf, type ItemInfo } from './menu-nodes.ts'
import { MenuTree } from './menu-tree.tsx'
import type { PageEditorMarks } from './page-editors.tsx'

export interface ItemMenuProps {
  readonly info: ItemInfo
  readonly pageId: number | null
  readonly editing: PageEditorMarks | undefined
  readonly itemPath: string
  /** A page was chosen: a drawer closes now. */
  readonly onChosen: () => void
}

/** The tree of an item with what happens when a page is chosen, hovered or moved. */
export function ItemMenu({ info, editing, pageId, itemPath, onChosen }: ItemMenuProps) {
  const [, navigate] = useLocation()
  const late = useLateApi()
  const nodes = useMemo(() => nodesOf(info.menu), [info.menu])
  const pathOf = (id: number) => `${itemPath}/${id}`

  const move = (moved: number, target: number) => {
    const siblings = siblingsOf(nodes, moved)
    if (moved === target || !siblings.some(({ id }) => id === target)) return
    const pages = placesAfterMove(siblings, moved, target)
    late.order('page', 'setOrder', { itemId: info.itemId, pages }, { outdates: ['item', 'info'] })
  }
  return (
    <MenuTree
      itemId={info.itemId}
      nodes={nodes}
      editing={editing}
      currentPageId={pageId}
      pathOf={pathOf}
      onOpen={(id) => {
        navigate(pathOf(id))
        onChosen()
      }}
      onHover={(id) => late.prefetch('page', 'view', { pageId: id })}
      onMove={info.canEdit ? move : undefined}
    />
  )
}
