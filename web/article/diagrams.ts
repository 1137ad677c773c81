import type { TFunction } from 'i18next'
import { drawnDiagram, type DiagramLook } from './drawn-diagram.ts'
import { harmlessSvg, hiddenGround } from './drawn-safely.ts'
import type { ColorScheme } from '#web/session/color-scheme.ts'

const sources = new WeakMap<HTMLElement, string>()
/** The scheme that an article is to be drawn in, which may change while it is drawn. */
const wanted = new WeakMap<HTMLElement, ColorScheme>()

type Texts = TFunction<['reader', 'common']>

/**
 * Draws the diagrams of an article in the current colours. One that cannot be drawn is shown as source, with a message.
 */
export async function drawDiagrams(article: HTMLElement, scheme: ColorScheme, t: Texts): Promise<void> {
  wanted.set(article, scheme)
  const look: DiagramLook = { theme: scheme === 'dark' ? 'dark' : 'neutral', fontFamily: 'var(--font)' }
  const ground = hiddenGround()
  try {
    for (const element of article.querySelectorAll<HTMLElement>('pre.mermaid')) {
      const drawn = await drawing(element, look, ground, t)
      if (wanted.get(article) !== scheme) return
      drawn()
    }
  } finally {
    ground.remove()
  }
}

/** Draws a diagram, and returns how to show the outcome. */
async function drawing(element: HTMLElement, look: DiagramLook, ground: HTMLElement, t: Texts): Promise<() => void> {
  const source = sources.get(element) ?? element.textContent
  sources.set(element, source)
  try {
    const svg = harmlessSvg(await drawnDiagram(source, look, ground))
    return () => {
      element.replaceChildren(svg)
      element.dataset['drawn'] = 'true'
    }
  } catch (error) {
    return () => showBroken(element, source, error, t)
  }
}

function showBroken(element: HTMLElement, source: string, error: unknown, t: Texts): void {
  // Not valid for mermaid: its source is more useful than mermaid's error picture.
  delete element.dataset['drawn']
  const note = document.createElement('span')
  note.className = 'diagram-broken'
  const line = /\bline (\d+)/i.exec(String(error))?.[1]
  note.textContent = line === undefined ? t('diagram.broken') : t('diagram.brokenAt', { line })
  element.replaceChildren(note, source)
}
