import type { TFunction } from 'i18next'

/** Draws the formulas and diagrams of articles in print colours; the drawing code is loaded on demand. */
export async function drawOnPaper(place: HTMLElement, t: TFunction<['reader', 'common']>): Promise<void> {
  if (place.querySelector('.math')) (await import('#web/article/formulas.ts')).drawFormulas(place)
  if (place.querySelector('.mermaid')) await (await import('#web/article/diagrams.ts')).drawDiagrams(place, 'light', t)
}
