import type { DiagramPicture } from '#web/article/diagram-pictures.ts'

/** Diagrams as pictures for a file; the drawing code is loaded on demand. */
export async function diagramPictures(sources: readonly string[]): Promise<readonly DiagramPicture[]> {
  if (sources.length === 0) return []
  const drawing = await import('#web/article/diagram-pictures.ts')
  return drawing.diagramPictures(sources)
}
