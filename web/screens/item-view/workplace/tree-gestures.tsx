import type { DragEvent, KeyboardEvent, MouseEvent, PointerEvent, ReactNode, RefObject } from 'react'
import type { MenuNode } from '../menu-nodes.ts'
import { rowKey } from '../menu-tree.tsx'
import type { TreePlace, TreeTools } from '../tree-tools.ts'
import type { Point } from './point-menu.tsx'
import { includes, isSame, stepFrom, type NodeName, type Step, type Target, type Zone } from './tree-moves.ts'

/** The drop target of a drag. */
export interface Drop {
  readonly over: NodeName
  readonly zone: Zone
}
/** The row below the mouse. */
export interface Hovered {
  readonly node: MenuNode
  readonly top: number
  readonly right: number
}

/** Actions triggered by gestures and keys. */
export interface TreeWishes {
  readonly nodes: readonly MenuNode[]
  readonly selected: readonly NodeName[]
  meantBy(name: NodeName): readonly NodeName[]
  targetAt(over: NodeName, zone: Zone, moved: readonly NodeName[]): Target | null
  openMenu(name: NodeName, at: Point): void
  closeMenu(): void
  move(names: readonly NodeName[], target: Target): void
  /** The tree's cursor stays on it, wherever it goes. */
  moveAlong(name: NodeName, target: Target): void
  remove(names: readonly NodeName[]): void
  rename(name: NodeName): void
  select(names: readonly NodeName[]): void
  setDrop(drop: Drop | null): void
  setHovered(hovered: Hovered | null): void
  undo(): boolean
}

export interface ShownInTree {
  readonly selected: readonly NodeName[]
  readonly drop: Drop | null
  /** What the tree has last drawn. */
  readonly place: RefObject<TreePlace | null>
  fieldFor(node: MenuNode): ReactNode
}

const DRAGGED = 'application/x-octavo-tree'
const EDGE = 0.3
const LONG_PRESS_MS = 500
/** In pixels: a finger never rests quite still. */
const TOUCH_SLOP = 10
const SCROLL_EDGE = 32
const SCROLL_STEP = 8
const OPENS_AFTER_MS = 600
const ROOT_END: Target = { into: 0, beforePage: 0, beforeCatalog: 0 }

/** Transient state that is not rendered. */
const underWay = {
  dragged: null as readonly NodeName[] | null,
  press: undefined as ReturnType<typeof setTimeout> | undefined,
  wasPressed: false,
  /** Whether the last press was not one of a mouse. */
  isByTouch: false,
  /** Where a finger was put down, and on which row. */
  touched: null as (Point & { readonly node: NodeName }) | null,
  opening: undefined as ReturnType<typeof setTimeout> | undefined,
  overKey: '',
}

/** Gestures and keys of the tree. @param latest the current actions: the handlers outlive a render */
export function treeTools(latest: RefObject<TreeWishes>, shown: ShownInTree): TreeTools {
  const wishes = () => latest.current
  return {
    fieldFor: shown.fieldFor,
    row: (node) => ({
      draggable: true,
      ...(shown.selected.length > 0 && { 'aria-selected': includes(shown.selected, node) }),
      ...{ 'data-row': rowKey(node) },
      ...{ 'data-drop': shown.drop && isSame(shown.drop.over, node) ? shown.drop.zone : undefined },
    }),
    tree(place) {
      shown.place.current = place
      return {
        'aria-multiselectable': true,
        onContextMenu(event) {
          const row = rowAt(event, place)
          if (!row || isField(event)) return
          event.preventDefault()
          // The press has focused the row: keys are for it from now on.
          place.focus(row.at)
          wishes().openMenu(row.node, { x: event.clientX, y: event.clientY })
        },
        onClickCapture: (event) => chooseSeveral(event, place, wishes()),
        onWheel: () => wishes().setHovered(null),
        onPointerMove(event) {
          if (event.pointerType === 'mouse') hover(event, place, wishes())
          else dragByTouch(event, place, wishes())
        },
        onPointerLeave(event) {
          const to = event.relatedTarget
          if (!(to instanceof Element && to.closest('.row-tools'))) wishes().setHovered(null)
        },
        ...longPress(place, wishes),
        ...dragging(place, wishes),
      }
    },
    onKey: (event, place) => onKey(event, place, wishes()),
  }
}

type RowEvent = { readonly target: EventTarget }
interface FoundRow {
  readonly node: MenuNode
  readonly element: HTMLElement
  readonly at: number
}

function rowAt({ target }: RowEvent, { rows }: TreePlace): FoundRow | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  const at = element ? rows.findIndex(({ node }) => rowKey(node) === element.dataset['row']) : -1
  const node = rows[at]?.node
  return element && node ? { node, element, at } : null
}

const isInTree = ({ target }: { readonly target: EventTarget | null }): boolean =>
  target instanceof Element && target.closest('[role=tree]') !== null
const isField = ({ target }: RowEvent): boolean => target instanceof HTMLInputElement

/** Ctrl toggles one row in the selection, Shift selects a range; a finger toggles rows once one is selected. */
function chooseSeveral(event: MouseEvent, place: TreePlace, wishes: TreeWishes): void {
  if (isField(event) || underWay.wasPressed) {
    underWay.wasPressed = false
    event.preventDefault()
    event.stopPropagation()
    return
  }
  const row = rowAt(event, place)
  // Enter makes a click without a pointer.
  const isAdded = underWay.isByTouch && event.detail > 0 && wishes.selected.length > 0
  if (!row || !(event.ctrlKey || event.metaKey || event.shiftKey || isAdded)) return
  event.preventDefault()
  event.stopPropagation()
  place.focus(row.at)
  if (event.shiftKey) wishes.select(between(place, place.at, row.at))
  else toggle(wishes, row.node)
}

const between = ({ rows }: TreePlace, from: number, to: number): readonly NodeName[] =>
  rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ node }) => node)

const toggle = ({ selected, select }: TreeWishes, node: NodeName) =>
  select(includes(selected, node) ? selected.filter((each) => !isSame(each, node)) : [...selected, node])

function hover(event: PointerEvent, place: TreePlace, wishes: TreeWishes): void {
  if (event.buttons !== 0) return
  const row = rowAt(event, place)
  if (!row) return wishes.setHovered(null)
  const { top, right } = row.element.getBoundingClientRect()
  return wishes.setHovered({ node: row.node, top, right })
}

/** A long press opens the menu of a row; a finger that moves on from there drags the row instead. */
const longPress = (place: TreePlace, wishes: () => TreeWishes) => ({
  onPointerDown(event: PointerEvent) {
    // A second finger changes nothing of what the first one does.
    if (!event.isPrimary) return
    underWay.wasPressed = false
    underWay.isByTouch = event.pointerType !== 'mouse'
    underWay.touched = null
    const row = rowAt(event, place)
    if (event.pointerType === 'mouse' || !row || isField(event)) return
    const at = { x: event.clientX, y: event.clientY }
    underWay.touched = { ...at, node: row.node }
    clearTimeout(underWay.press)
    underWay.press = setTimeout(() => {
      underWay.wasPressed = true
      wishes().openMenu(row.node, at)
    }, LONG_PRESS_MS)
  },
  onPointerUp(event: PointerEvent) {
    if (!event.isPrimary) return
    clearTimeout(underWay.press)
    const landing = underWay.touched && landingOf(under(event), place, wishes())
    if (landing && underWay.dragged) wishes().move(underWay.dragged, landing.target)
    endTouch(wishes())
  },
  onPointerCancel() {
    clearTimeout(underWay.press)
    endTouch(wishes())
  },
})

function endTouch(wishes: TreeWishes): void {
  if (underWay.touched) endDrag(wishes)
  underWay.touched = null
}

function dragByTouch(event: PointerEvent, place: TreePlace, wishes: TreeWishes): void {
  const { touched } = underWay
  if (!touched || !underWay.wasPressed) return
  if (!underWay.dragged) {
    if (Math.hypot(event.clientX - touched.x, event.clientY - touched.y) < TOUCH_SLOP) return
    wishes.closeMenu()
    underWay.dragged = wishes.meantBy(touched.node)
  }
  scrollAtEdge(event)
  showLanding(landingOf(under(event), place, wishes), place, wishes)
}

/** What is below the finger: its events all go to the row where it was put down. */
const under = ({ clientX, clientY }: PointerEvent): PlacedEvent => ({
  target: document.elementFromPoint(clientX, clientY) ?? document.body,
  clientY,
})

/** Rows beyond the edge of the tree come into view. */
function scrollAtEdge({ currentTarget, clientY }: PointerEvent): void {
  const { top, bottom } = currentTarget.getBoundingClientRect()
  if (clientY < top + SCROLL_EDGE) currentTarget.scrollBy(0, -SCROLL_STEP)
  if (clientY > bottom - SCROLL_EDGE) currentTarget.scrollBy(0, SCROLL_STEP)
}

/** Listens to the touches of the tree in this frame: a finger that drags does not scroll it. @returns stops it */
export function heldTouches(frame: HTMLElement): () => void {
  const hold = (event: TouchEvent) => {
    if (underWay.wasPressed && event.cancelable && isInTree(event)) event.preventDefault()
  }
  frame.addEventListener('touchmove', hold, { passive: false })
  return () => frame.removeEventListener('touchmove', hold)
}

const dragging = (place: TreePlace, wishes: () => TreeWishes) => ({
  onDragStart(event: DragEvent) {
    const row = rowAt(event, place)
    if (!row || isField(event)) return
    // Some browsers drag by touch themselves, and would end the gesture for which the menu has just opened.
    if (underWay.touched) return event.preventDefault()
    place.focus(row.at)
    underWay.dragged = wishes().meantBy(row.node)
    event.dataTransfer.setData(DRAGGED, '')
    event.dataTransfer.effectAllowed = 'copyMove'
    wishes().setHovered(null)
  },
  onDragOver(event: DragEvent) {
    const landing = landingOf(event, place, wishes())
    if (underWay.dragged && landing) event.preventDefault()
    showLanding(landing, place, wishes())
  },
  onDrop(event: DragEvent) {
    const landing = landingOf(event, place, wishes())
    if (underWay.dragged && landing) {
      event.preventDefault()
      wishes().move(underWay.dragged, landing.target)
    }
    endDrag(wishes())
  },
  onDragEnd: () => endDrag(wishes()),
})

function showLanding(landing: Landing | null, place: TreePlace, wishes: TreeWishes): void {
  const key = landing?.drop ? `${rowKeyOf(landing.drop.over)} ${landing.drop.zone}` : ''
  if (key === underWay.overKey) return
  underWay.overKey = key
  wishes.setDrop(landing?.drop ?? null)
  openLater(landing?.drop ?? null, place)
}

const rowKeyOf = ({ kind, id }: NodeName): string => `${kind}-${id}`

function endDrag({ setDrop }: TreeWishes): void {
  underWay.dragged = null
  underWay.overKey = ''
  clearTimeout(underWay.opening)
  setDrop(null)
}

/** Hovering over a catalog during a drag opens it. */
function openLater(drop: Drop | null, { open, toggle: openCatalog }: TreePlace): void {
  clearTimeout(underWay.opening)
  if (drop?.over.kind !== 'catalog' || drop.zone !== 'inside' || open.has(drop.over.id)) return
  underWay.opening = setTimeout(() => openCatalog(drop.over.id), OPENS_AFTER_MS)
}

interface Landing {
  readonly target: Target
  readonly drop: Drop | null
}
interface PlacedEvent extends RowEvent {
  readonly clientY: number
}

function landingOf(event: PlacedEvent, place: TreePlace, { targetAt }: TreeWishes): Landing | null {
  const { dragged } = underWay
  if (!dragged) return null
  const row = rowAt(event, place)
  if (!row) return isInTree(event) ? { target: ROOT_END, drop: null } : null
  const { top, height } = row.element.getBoundingClientRect()
  const zone = zoneAt((event.clientY - top) / height, row.node, dragged)
  const target = targetAt(row.node, zone, dragged)
  return target && { target, drop: { over: row.node, zone } }
}

/** Pages come before catalogs, so a page can only be dropped into a catalog, not beside it. */
function zoneAt(share: number, { kind }: MenuNode, dragged: readonly NodeName[]): Zone {
  if (kind === 'page') return share < 0.5 ? 'before' : 'after'
  if (dragged.every((each) => each.kind === 'page')) return 'inside'
  if (share < EDGE) return 'before'
  return share > 1 - EDGE ? 'after' : 'inside'
}

const STEPS: Readonly<Record<string, Step>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' }

function onKey(event: KeyboardEvent, place: TreePlace, wishes: TreeWishes): boolean {
  const node = place.rows[place.at]?.node
  if (!node) return false
  const isWithCtrl = event.ctrlKey || event.metaKey
  const step = STEPS[event.key]
  if (event.altKey && step) {
    const target = stepFrom(wishes.nodes, node, step)
    if (target) wishes.moveAlong(node, target)
    return true
  }
  if (event.shiftKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
    const next = place.at + (event.key === 'ArrowUp' ? -1 : 1)
    const other = place.rows[next]?.node
    if (other) wishes.select([...new Set([...wishes.selected.filter((each) => !isSame(each, other)), node, other])])
    place.focus(next)
    return true
  }
  if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
    wishes.openMenu(node, besideRow(event, node))
    return true
  }
  if (event.key === ' ' && isWithCtrl) toggle(wishes, node)
  else if (event.key === 'F2') wishes.rename(node)
  else if (event.key === 'Delete') {
    const doomed = wishes.meantBy(node)
    const next = place.rows.findIndex((row, at) => at > place.at && !includes(doomed, row.node))
    place.focus(next < 0 ? place.at - 1 : next)
    wishes.remove(doomed)
  } else if (event.key === 'Escape' && wishes.selected.length > 0) wishes.select([])
  else return event.key.toLowerCase() === 'z' && isWithCtrl && !event.shiftKey && wishes.undo()
  return true
}

function besideRow({ currentTarget }: KeyboardEvent, node: NodeName): Point {
  const row = currentTarget.querySelector(`[data-row="${rowKeyOf(node)}"]`) ?? currentTarget
  const { left, bottom } = row.getBoundingClientRect()
  return { x: left + 24, y: bottom }
}
