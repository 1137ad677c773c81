import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

/** Where a dragged element would be dropped, relative to the one below the pointer. */
export type Side = 'before' | 'after'
/** The direction of the list. */
type Axis = 'across' | 'down'

export interface SortDrag<E extends HTMLElement> {
  readonly ref: RefObject<E | null>
  readonly isDragged: boolean
  /** Null while nothing is dragged over this element. */
  readonly side: Side | null
}

export interface SortDragOptions {
  /** Distinguishes lists on one screen. */
  readonly kind: string
  readonly axis: Axis
}

/**
 * Makes an element draggable and a drop target as long as its list has the attribute `data-sortable`; toggling that
 * does not re-render the elements of a long list.
 */
export function useSortDrag<E extends HTMLElement>(id: number, { kind, axis }: SortDragOptions): SortDrag<E> {
  const ref = useRef<E>(null)
  const [isDragged, setDragged] = useState(false)
  const [side, setSide] = useState<Side | null>(null)

  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    return combine(
      draggable({
        element,
        canDrag: () => element.closest('[data-sortable]') !== null,
        getInitialData: () => ({ kind, id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['kind'] === kind && source.data['id'] !== id,
        getData: ({ input }) => ({ id, side: sideOf(element, axis, input) }),
        onDrag: ({ self }) => setSide(self.data['side'] as Side),
        onDragLeave: () => setSide(null),
        onDrop: () => setSide(null),
      }),
    )
  }, [kind, id, axis])

  return { ref, isDragged, side }
}

/** Called with the dragged element of a list, and the side of another one it was dropped at. */
export function useSortDrops(kind: string, onDrop: (draggedId: number, targetId: number, side: Side) => void): void {
  const drop = useEffectEvent(onDrop)
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => source.data['kind'] === kind,
        onDrop({ source, location }) {
          const target = location.current.dropTargets[0]?.data
          if (target) drop(source.data['id'] as number, target['id'] as number, target['side'] as Side)
        },
      }),
    [kind],
  )
}

function sideOf(element: Element, axis: Axis, { clientX, clientY }: { clientX: number; clientY: number }): Side {
  const { left, top, width, height } = element.getBoundingClientRect()
  const isBefore = axis === 'across' ? clientX < left + width / 2 : clientY < top + height / 2
  return isBefore ? 'before' : 'after'
}
