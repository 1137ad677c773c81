import './workplace.css'
import { Ellipsis, FolderInput, Plus, Trash2, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/parts/icon-button.tsx'
import { lazyPart, Part } from '#web/parts/part.tsx'
import type { MenuNode } from '../menu-nodes.ts'
import type { TreePlace, TreeTools } from '../tree-tools.ts'
import type { Point } from './point-menu.tsx'
import { RenameField } from './rename-field.tsx'
import type { OpenTreeDialog } from './tree-dialogs.tsx'
import { TreeMenu, type TreeAction } from './tree-menu.tsx'
import { includes, isSame, placeOf, targetAt, topMost, type NodeName, type Target } from './tree-moves.ts'
import { heldTouches, treeTools, type Drop, type Hovered, type TreeWishes } from './tree-gestures.tsx'
import { useArrival } from './use-arrival.ts'
import { useLimitedPeople } from '#web/catalog/use-limited-people.ts'
import { useTreeActions } from './use-tree-actions.ts'

const TreeDialogs = lazyPart(async () => (await import('./tree-dialogs.tsx')).TreeDialogs)

export interface TreeWorkplaceProps {
  readonly itemId: number
  readonly nodes: readonly MenuNode[]
  readonly currentPageId: number | null
  readonly itemPath: string
  /** Called with the tree's tools whenever they change. */
  onTools(tools: TreeTools): void
  /** A message is shown: a drawer closes now. */
  onDone(): void
}

interface OpenMenu {
  /** Null for the "+" of a catalog or of the item. */
  readonly node: MenuNode | null
  /** The catalog for new things; 0 for the root. */
  readonly catalogId: number
  readonly level: number
  readonly at: Point
}

const treeBeside = (head: HTMLElement | null): HTMLElement | null =>
  head?.parentElement?.querySelector<HTMLElement>('[role=tree]') ?? null

/** Editing in the tree of an item: its header, menus, dialogs, drag and keys. */
export function TreeWorkplace({ onTools, ...props }: TreeWorkplaceProps) {
  const { itemId, nodes, itemPath } = props
  const { t } = useTranslation('tree')
  const actions = useTreeActions(props)
  const limitedPeople = useLimitedPeople(itemId)
  const head = useRef<HTMLDivElement>(null)
  const place = useRef<TreePlace>(null)
  const awaitArrival = useArrival(nodes, place)
  const [selected, setSelected] = useState<readonly NodeName[]>([])
  const [renamed, setRenamed] = useState<NodeName | null>(null)
  const [drop, setDrop] = useState<Drop | null>(null)
  const [hovered, setHovered] = useState<Hovered | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [dialog, setDialog] = useState<OpenTreeDialog | null>(null)
  const there = topMost(nodes, selected)

  const treeHere = () => treeBeside(head.current)
  const focusTree = () => treeHere()?.focus()
  useEffect(() => {
    // The tree itself may be replaced.
    const frame = head.current?.parentElement
    return frame ? heldTouches(frame) : undefined
  }, [])
  /** The selection if the row is part of it, else only the row. */
  const meantBy = (name: NodeName) => (includes(there, name) ? there : [name])
  const move = (names: readonly NodeName[], target: Target, whenMoved: () => void = () => undefined) => {
    const moved = topMost(nodes, names)
    // A right limited to a catalog only applies to the first level.
    const goOn = () => actions.move(names, target, whenMoved)
    const losing = moved.find((node) => node.kind === 'catalog' && isTop(node) && limitedPeople(node.id) > 0)
    if (losing && target.into !== 0) {
      setDialog({ kind: 'limits', name: losing.title, count: limitedPeople(losing.id), goOn })
    } else goOn()
    setSelected([])
  }
  const isTop = (name: NodeName) => nodes.some((node) => isSame(node, name))
  const remove = (names: readonly NodeName[]) => {
    const doomed = topMost(nodes, names)
    const goOn = () => {
      setSelected([])
      actions.remove(doomed)
    }
    if (doomed.every(({ kind }) => kind === 'page')) goOn()
    else setDialog({ kind: 'delete', doomed, people: sum(doomed.map(({ id }) => limitedPeople(id))), goOn })
  }
  const openMenu = (name: NodeName, at: Point) => {
    const place = placeOf(nodes, name)
    if (!place) return
    const { node, above } = place
    const isCatalog = node.kind === 'catalog'
    setHovered(null)
    const level = above.length + Number(isCatalog)
    setMenu({ node, at, level, catalogId: isCatalog ? node.id : (above.at(-1)?.id ?? 0) })
  }
  const wishes: TreeWishes = {
    ...{ openMenu, closeMenu: () => setMenu(null), move, remove, setDrop, setHovered, meantBy },
    moveAlong: (name, target) => move([name], target, () => awaitArrival(name)),
    rename: setRenamed,
    select: setSelected,
    undo: actions.undo,
    targetAt: (over, zone, moved) => targetAt(nodes, over, zone, moved),
    nodes,
    selected: there,
  }
  const latest = useRef(wishes)
  useEffect(() => {
    latest.current = wishes
  })
  const endRename = useRef<(title: string | null) => void>(() => undefined)
  useEffect(() => {
    endRename.current = (title) => {
      const node = renamed && placeOf(nodes, renamed)?.node
      setRenamed(null)
      if (node && title !== null) actions.rename(node, title)
      focusTree()
    }
  })
  // Synchronously with the key press: the input field must receive the next letter typed.
  useLayoutEffect(() => {
    const fieldFor = (node: MenuNode) =>
      renamed && isSame(node, renamed) ? <RenameField node={node} onEnd={(title) => endRename.current(title)} /> : null
    onTools(treeTools(latest, { selected, drop, place, fieldFor }))
  }, [latest, selected, drop, renamed, onTools])

  const onAction = (action: TreeAction) => {
    const node = menu?.node ?? null
    if (action === 'newCatalog') setDialog({ kind: 'newCatalog', parentId: menu?.catalogId ?? 0 })
    if (!node) return
    if (action === 'rename') setRenamed(node)
    if (action === 'move') setDialog({ kind: 'move', names: meantBy(node) })
    if (action === 'copy') setDialog({ kind: 'copy', node })
    if (action === 'select') setSelected([...there.filter((each) => !isSame(each, node)), node])
    if (action === 'delete') remove(meantBy(node))
    if (action === 'lock' || action === 'unlock') actions.lock(node.id, action === 'lock')
  }

  return (
    <>
      <div ref={head} className="tree-head" data-selecting={there.length > 0 || undefined}>
        {there.length > 0 ? (
          <>
            <span role="status">{t('selected', { count: there.length })}</span>
            <IconButton label={t('menu.move')} onClick={() => setDialog({ kind: 'move', names: there })}>
              <FolderInput />
            </IconButton>
            <IconButton label={t('menu.delete')} onClick={() => remove(there)}>
              <Trash2 />
            </IconButton>
            <IconButton label={t('unselect')} onClick={() => setSelected([])}>
              <X />
            </IconButton>
          </>
        ) : (
          <>
            <strong aria-hidden>{t('head')}</strong>
            <IconButton
              label={t('add')}
              aria-haspopup="menu"
              onClick={({ currentTarget }) => setMenu({ node: null, catalogId: 0, level: 0, at: below(currentTarget) })}
            >
              <Plus />
            </IconButton>
          </>
        )}
      </div>
      {hovered && (
        <div
          className="row-tools"
          style={{ top: hovered.top, left: hovered.right }}
          onPointerLeave={() => setHovered(null)}
        >
          {hovered.node.kind === 'catalog' && (
            <IconButton
              tabIndex={-1}
              label={t('addTo', { title: hovered.node.title })}
              onClick={({ currentTarget }) => {
                const level = (placeOf(nodes, hovered.node)?.above.length ?? 0) + 1
                setMenu({ node: null, catalogId: hovered.node.id, level, at: below(currentTarget) })
              }}
            >
              <Plus />
            </IconButton>
          )}
          <IconButton
            tabIndex={-1}
            label={t('menu.label', { title: hovered.node.title })}
            onClick={({ currentTarget }) => openMenu(hovered.node, below(currentTarget))}
          >
            <Ellipsis />
          </IconButton>
        </div>
      )}
      {menu && (
        <TreeMenu
          {...menu}
          count={menu.node ? meantBy(menu.node).length : 0}
          itemId={itemId}
          itemPath={itemPath}
          onAction={onAction}
          onClose={() => {
            setMenu(null)
            focusTree()
          }}
        />
      )}
      {dialog && (
        <Part onClose={() => setDialog(null)}>
          <TreeDialogs
            itemId={itemId}
            nodes={nodes}
            open={dialog}
            onMove={move}
            onAdded={awaitArrival}
            onClose={() => setDialog(null)}
          />
        </Part>
      )}
    </>
  )
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)

function below(element: HTMLElement): Point {
  const { left, bottom } = element.getBoundingClientRect()
  return { x: left, y: bottom + 4 }
}
