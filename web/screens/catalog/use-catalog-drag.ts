import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState, type RefObject } from 'react'

/** Where a dragged catalog would be dropped, relative to the row below the pointer. */
export type DropZone = 'before' | 'inside' | 'after'

export interface CatalogDrag {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly isDragged: boolean
  readonly zone: DropZone | null
}

const EDGE = 0.28

/** Makes a row draggable and a drop target: its top and bottom edge sort, its middle moves into the catalog. */
export function useCatalogDrag(
  catalogId: number,
  isOn: boolean,
  onDrop: (draggedId: number, zone: DropZone) => void,
): CatalogDrag {
  const ref = useRef<HTMLDivElement>(null)
  const drop = useRef(onDrop)
  const [isDragged, setDragged] = useState(false)
  const [zone, setZone] = useState<DropZone | null>(null)

  useEffect(() => {
    drop.current = onDrop
  })
  useEffect(() => {
    const element = ref.current
    if (!element || !isOn) return undefined
    const zoneAt = (clientY: number): DropZone => {
      const { top, height } = element.getBoundingClientRect()
      const share = (clientY - top) / height
      if (share < EDGE) return 'before'
      return share > 1 - EDGE ? 'after' : 'inside'
    }
    return combine(
      draggable({
        element,
        getInitialData: () => ({ catalog: catalogId }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data['catalog'] === 'number' && source.data['catalog'] !== catalogId,
        onDrag: ({ location }) => setZone(zoneAt(location.current.input.clientY)),
        onDragLeave: () => setZone(null),
        onDrop: ({ source, location }) => {
          setZone(null)
          drop.current(source.data['catalog'] as number, zoneAt(location.current.input.clientY))
        },
      }),
    )
  }, [catalogId, isOn])

  return { ref, isDragged, zone }
}
