import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { diagramPictures } from '#web/parts/diagram-pictures.ts'

interface Place {
  readonly itemId: number
  readonly catalogId: number
  readonly pageId: number
}

/** Draws the diagrams of what is exported, as only a browser can. */
export function useDrawings() {
  const utils = api.useUtils()
  const [isDrawing, setDrawing] = useState(false)
  const of = async (place: Place): ReturnType<typeof diagramPictures> => {
    setDrawing(true)
    try {
      const { sources } = await utils.export.diagrams.fetch(place, { staleTime: 0, meta: { isQuiet: true } })
      return await diagramPictures(sources)
    } catch {
      // They stay as they are typed, which the file says; why the export cannot start, its own refusal says.
      return []
    } finally {
      setDrawing(false)
    }
  }
  return { isDrawing, of }
}
