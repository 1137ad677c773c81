import type { DragEvent } from 'react'
import { bringsFiles, useStrayDrops } from '#web/uploads/use-stray-drops.ts'

type DragHandler = (event: DragEvent) => void

/** Handles files dropped anywhere on an element, before its content does. */
export function useFileDrop(onDrop: (files: readonly File[], x: number, y: number) => void): {
  readonly onDragOverCapture: DragHandler
  readonly onDropCapture: DragHandler
} {
  useStrayDrops()
  return {
    onDragOverCapture(event) {
      if (bringsFiles(event.nativeEvent)) event.preventDefault()
    },
    onDropCapture(event) {
      if (!bringsFiles(event.nativeEvent)) return
      event.preventDefault()
      event.stopPropagation()
      // The rich editor repeats drops beside it.
      if ('synthetic' in event.nativeEvent) return
      onDrop([...event.dataTransfer.files], event.clientX, event.clientY)
    },
  }
}
