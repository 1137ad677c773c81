import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { diagramPictures } from '#web/parts/diagram-pictures.ts'

interface Place {
  readonly itemId: number
  readonly catalogId: number
  readonly pageId: number
}

/** Renders the diagrams for an export, which only a browser can do. */
export function useDrawings() {
  const utils = api.useUtils()
  const [isDrawing, setDrawing] = useState(false)
  const of = async (place: Place): ReturnType<typeof diagramPictures> => {
    setDrawing(true)
    try {
      const { sources } = await utils.export.diagrams.fetch(place, { staleTime: 0, meta: { isQuiet: true } })
      return await diagramPictures(sources)
    } catch {
      // They stay as source, which the file mentions; if the export cannot start, its own error says why.
      return []
    } finally {
      setDrawing(false)
    }
  }
  return { isDrawing, of }
}
