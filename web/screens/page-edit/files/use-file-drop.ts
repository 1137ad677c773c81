import type { DragEvent } from 'react'
import { bringsFiles, useStrayDrops } from '#web/uploads/use-stray-drops.ts'

type Handler = (event: DragEvent) => void

/** Takes files that are dropped anywhere on an element, before what is inside it does. */
export function useFileDrop(onDrop: (files: readonly File[], x: number, y: number) => void): {
  readonly onDragOverCapture: Handler
  readonly onDropCapture: Handler
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
      // The rich editor repeats what is dropped beside it.
      if ('synthetic' in event.nativeEvent) return
      onDrop([...event.dataTransfer.files], event.clientX, event.clientY)
    },
  }
}
