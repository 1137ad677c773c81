import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { apiPart } from '#web/api/api-part.ts'
import { useLateApi } from '#web/api/use-late-api.ts'
import { Part } from '#web/parts/part.tsx'
import { useIsInBrowser } from '#web/parts/use-is-in-browser.ts'
import { nodesOf, type ItemInfo } from './menu-nodes.ts'
import { MenuTree } from './menu-tree.tsx'
import type { PageEditorMarks } from './page-editors.tsx'
import type { TreeTools } from './tree-tools.ts'

const TreeWorkplace = apiPart(async () => (await import('./workplace/tree-workplace.tsx')).TreeWorkplace)

const AFTER_THE_PAGE_MS = 2_000

export interface ItemMenuProps {
  readonly info: ItemInfo
  readonly pageId: number | null
  readonly editing: PageEditorMarks | undefined
  readonly itemPath: string
  /** A page was selected: a drawer closes now. */
  readonly onChosen: () => void
}

/** The tree of an item, with handlers for selecting and hovering pages, and editing for editors. */
export function ItemMenu({ info, editing, pageId, itemPath, onChosen }: ItemMenuProps) {
  const [, navigate] = useLocation()
  const late = useLateApi()
  // Editing tools are loaded once an editor reaches the tree, and else when what a page needs has come; a drawer is only
  // opened for that.
  const [isWanted, setWanted] = useState(useIsInBrowser())
  const want = () => setWanted(true)
  useEffect(() => void setTimeout(setWanted, AFTER_THE_PAGE_MS, true), [])
  const [tools, setTools] = useState<TreeTools>()
  const nodes = useMemo(() => nodesOf(info.menu), [info.menu])
  const pathOf = (id: number) => `${itemPath}/${id}`

  return (
    <div className="item-menu" data-edit={info.canEdit || undefined} onPointerEnter={want} onFocus={want}>
      {info.canEdit && isWanted && (
        <Part isExtra>
          <TreeWorkplace
            itemId={info.itemId}
            nodes={nodes}
            currentPageId={pageId}
            itemPath={itemPath}
            onTools={setTools}
            onDone={onChosen}
          />
        </Part>
      )}
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
        tools={tools}
      />
    </div>
  )
}
