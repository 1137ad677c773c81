import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState, type RefObject } from 'react'

/** Where a dragged tile would land, seen from the tile below the pointer. */
export type Side = 'before' | 'after'

export interface TileDrag {
  readonly ref: RefObject<HTMLElement | null>
  readonly isDragged: boolean
  /** Null while nothing is dragged over this tile. */
  readonly side: Side | null
}

/** Lets a tile be dragged and dropped upon. `onDrop` hears which tile came to which side of this one. */
export function useTileDrag(itemId: number, onDrop: (draggedId: number, side: Side) => void): TileDrag {
  const ref = useRef<HTMLElement>(null)
  const drop = useRef(onDrop)
  const [isDragged, setDragged] = useState(false)
  const [side, setSide] = useState<Side | null>(null)

  useEffect(() => {
    drop.current = onDrop
  })
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const sideAt = (clientX: number): Side => {
      const { left, width } = element.getBoundingClientRect()
      return clientX < left + width / 2 ? 'before' : 'after'
    }
    return combine(
      draggable({
        element,
        getInitialData: () => ({ tile: itemId }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data['tile'] === 'number' && source.data['tile'] !== itemId,
        onDrag: ({ location }) => setSide(sideAt(location.current.input.clientX)),
        onDragLeave: () => setSide(null),
        onDrop: ({ source, location }) => {
          setSide(null)
          drop.current(source.data['tile'] as number, sideAt(location.current.input.clientX))
        },
      }),
    )
  }, [itemId])

  return { ref, isDragged, side }
}
