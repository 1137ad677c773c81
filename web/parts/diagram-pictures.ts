import type { DiagramPicture } from '#web/article/diagram-pictures.ts'

/** Diagrams as pictures for a file, as far as they can be drawn; what draws them is loaded where there are some. */
export async function diagramPictures(sources: readonly string[]): Promise<readonly DiagramPicture[]> {
  if (sources.length === 0) return []
  const drawing = await import('#web/article/diagram-pictures.ts')
  return drawing.diagramPictures(sources)
}
