import './menu-tree.css'
import { ChevronRight } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ownName } from '#web/session/own-names.ts'
import type { PageEditorMarks } from './page-editors.tsx'
import { pathTo, rowsOf, type MenuNode, type MenuRow } from './menu-nodes.ts'
import type { TreeTools } from './tree-tools.ts'
import { atSite } from '#web/site-path.ts'

const ROW_HEIGHT = 32
/** Extra rows rendered beyond the visible ones, so that scrolling shows no gaps. */
const SPARE_ROWS = 6
/** Used until the browser has measured. */
const FIRST_HEIGHT = 900
const HOVER_MS = 80

export interface MenuTreeProps {
  readonly itemId: number
  readonly nodes: readonly MenuNode[]
  readonly currentPageId: number | null
  /** Shown beside pages being edited. */
  readonly editing?: PageEditorMarks | undefined
  readonly pathOf: (pageId: number) => string
  onOpen(pageId: number): void
  /** The reader is likely to open it. */
  onHover(pageId: number): void
  /** Editing tools; undefined for readers. */
  readonly tools?: TreeTools | undefined
}

export const rowKey = ({ kind, id }: MenuNode) => `${kind}-${id}`

/** Catalogs and pages of an item. Only visible rows are rendered, so that ten thousand pages scroll smoothly. */
export function MenuTree(props: MenuTreeProps) {
  const { itemId, nodes, currentPageId, onOpen, tools } = props
  const { t } = useTranslation('reader')
  const treeId = useId()
  const [open, setOpen] = useOpenCatalogs(itemId, nodes, currentPageId)
  const rows = useMemo(() => rowsOf(nodes, open), [nodes, open])
  // The node itself, which stays the same when rows come, go and move.
  const [focusedNode, setFocusedNode] = useState<MenuNode>()
  const setFocused = (at: number) => setFocusedNode(rows[at]?.node)
  const focused = Math.max(
    0,
    rows.findIndex(({ node: { id, kind } }) => id === focusedNode?.id && kind === focusedNode.kind),
  )
  const view = useScrolledRows(rows.length)

  useEffect(() => {
    const at = rows.findIndex(({ node: { id, kind } }) => kind === 'page' && id === currentPageId)
    if (at < 0) return
    setFocused(at)
    view.show(at)
    // When the page changes, not whenever a catalog is opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [currentPageId])

  const toggle = (catalogId: number) => {
    const next = new Set(open)
    if (!next.delete(catalogId)) next.add(catalogId)
    rememberCatalogs(itemId, next)
    setOpen(next)
  }
  const choose = ({ node }: MenuRow) => (node.kind === 'catalog' ? toggle(node.id) : onOpen(node.id))
  const focus = (at: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, at))
    setFocused(next)
    view.show(next)
  }

  const place = { rows, at: focused, focus, open, toggle }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[focused]
    if (!row) return
    const isOpen = row.node.kind === 'catalog' && open.has(row.node.id)
    if (tools?.onKey(event, place)) event.preventDefault()
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown') focus(focused + 1)
    else if (event.key === 'ArrowUp') focus(focused - 1)
    else if (event.key === 'Home') focus(0)
    else if (event.key === 'End') focus(rows.length - 1)
    else if (event.key === 'Enter' || event.key === ' ') choose(row)
    else if (event.key === 'ArrowRight' && row.node.kind === 'catalog') {
      if (isOpen) focus(focused + 1)
      else toggle(row.node.id)
    } else if (event.key === 'ArrowLeft') {
      if (isOpen) toggle(row.node.id)
      else focus(rows.findLastIndex((other, at) => at < focused && other.level < row.level))
    } else return
    event.preventDefault()
  }

  const active = rows[focused]
  return (
    <div
      ref={view.ref}
      className="menu-tree"
      role="tree"
      aria-label={t('tree.label')}
      tabIndex={0}
      aria-activedescendant={active && view.isDrawn(focused) ? treeId + rowKey(active.node) : undefined}
      onKeyDown={onKeyDown}
      onScroll={view.onScroll}
      {...tools?.tree(place)}
    >
      <div role="presentation" style={{ height: rows.length * ROW_HEIGHT, position: 'relative' }}>
        {rows.slice(view.first, view.last).map((row, at) => (
          <TreeRow
            key={rowKey(row.node)}
            {...props}
            treeId={treeId}
            row={row}
            top={(view.first + at) * ROW_HEIGHT}
            isFocused={view.first + at === focused}
            isOpen={open.has(row.node.id)}
            onChoose={() => {
              setFocused(view.first + at)
              choose(row)
            }}
          />
        ))}
      </div>
    </div>
  )
}

interface TreeRowProps extends MenuTreeProps {
  readonly treeId: string
  readonly row: MenuRow
  readonly top: number
  readonly isFocused: boolean
  readonly isOpen: boolean
  readonly onChoose: () => void
}

function TreeRow({ treeId, row, top, isFocused, isOpen, onChoose, ...tree }: TreeRowProps) {
  const { node, level, place, siblings } = row
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined)
  const common = {
    id: treeId + rowKey(node),
    className: 'menu-row',
    title: node.title,
    tabIndex: -1,
    'aria-level': level,
    'aria-posinset': place,
    'aria-setsize': siblings,
    'data-focused': isFocused || undefined,
    style: { top, paddingInlineStart: 10 + (level - 1) * 16 },
  } as const
  const more = tree.tools?.row(node)
  const field = tree.tools?.fieldFor(node)
  if (field) {
    return (
      <div {...common} role="treeitem" aria-selected>
        {field}
      </div>
    )
  }
  if (node.kind === 'catalog') {
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the tree
      <div
        {...common}
        role="treeitem"
        tabIndex={-1}
        aria-expanded={isOpen}
        aria-selected={false}
        onClick={onChoose}
        {...more}
      >
        <ChevronRight aria-hidden className="menu-chevron" />
        <span>{node.title}</span>
      </div>
    )
  }
  return (
    <a
      {...common}
      role="treeitem"
      href={atSite(tree.pathOf(node.id))}
      aria-selected={node.id === tree.currentPageId}
      onPointerEnter={() => {
        hover.current = setTimeout(() => tree.onHover(node.id), HOVER_MS)
      }}
      onPointerLeave={() => clearTimeout(hover.current)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onChoose()
      }}
      {...more}
    >
      <span>{node.title}</span>
      {tree.editing?.get(node.id)}
    </a>
  )
}

function useOpenCatalogs(itemId: number, nodes: readonly MenuNode[], pageId: number | null) {
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(pathIds(nodes, pageId)))
  // Stored state is read after hydration: the server does not have it.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setOpen((now) => new Set([...now, ...rememberedCatalogs(itemId)])), [itemId])
  // Opened for a page, and possibly closed again by the reader: so it cannot be derived from the page.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setOpen((now) => new Set([...now, ...pathIds(nodes, pageId)])), [nodes, pageId])
  return [open, setOpen] as const
}

const keyOf = (itemId: number) => ownName(`open_cat_id.${itemId}`)

/** The catalogs the reader left open in an item's tree, stored in this browser. */
function rememberedCatalogs(itemId: number): readonly number[] {
  const ids: unknown = JSON.parse(localStorage.getItem(keyOf(itemId)) ?? '[]')
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []
}

const rememberCatalogs = (itemId: number, open: ReadonlySet<number>): void =>
  localStorage.setItem(keyOf(itemId), JSON.stringify([...open]))

const pathIds = (nodes: readonly MenuNode[], pageId: number | null): readonly number[] =>
  pageId === null ? [] : (pathTo(nodes, pageId) ?? []).map(({ id }) => id)

function useScrolledRows(count: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(FIRST_HEIGHT)

  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - SPARE_ROWS)
  const last = Math.min(count, Math.ceil((top + height) / ROW_HEIGHT) + SPARE_ROWS)
  return {
    ref,
    first,
    last,
    isDrawn: (at: number) => at >= first && at < last,
    onScroll: () => setTop(ref.current?.scrollTop ?? 0),
    show(at: number) {
      const element = ref.current
      if (!element) return
      const y = at * ROW_HEIGHT
      const isOutside = y < element.scrollTop || y > element.scrollTop + element.clientHeight - ROW_HEIGHT
      if (isOutside) element.scrollTop = y - element.clientHeight / 2
    },
  }
}
