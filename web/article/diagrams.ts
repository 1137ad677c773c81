import type { TFunction } from 'i18next'
import mermaid from 'mermaid'
import { diagramSource } from './diagram-source.ts'
import { harmlessSvg, hiddenGround, SAFE_SETTINGS } from './drawn-safely.ts'
import type { ColorScheme } from '#web/session/color-scheme.ts'

const sources = new WeakMap<HTMLElement, string>()
let lastId = 0

type Texts = TFunction<['reader', 'common']>

/**
 * Draws the diagrams of an article in the current colours. One that cannot be drawn is shown as source, with a message.
 */
export async function drawDiagrams(article: HTMLElement, scheme: ColorScheme, t: Texts): Promise<void> {
  mermaid.initialize({ ...SAFE_SETTINGS, theme: scheme === 'dark' ? 'dark' : 'neutral', fontFamily: 'var(--font)' })
  const ground = hiddenGround()
  try {
    for (const element of article.querySelectorAll<HTMLElement>('pre.mermaid')) await drawDiagram(element, ground, t)
  } finally {
    ground.remove()
  }
}

async function drawDiagram(element: HTMLElement, ground: HTMLElement, t: Texts): Promise<void> {
  const source = sources.get(element) ?? element.textContent
  sources.set(element, source)
  try {
    const { svg } = await mermaid.render(`diagram-${++lastId}`, diagramSource(source), ground)
    element.replaceChildren(harmlessSvg(svg))
    element.dataset['drawn'] = 'true'
  } catch (error) {
    // Not valid for mermaid: its source is more useful than mermaid's error picture.
    delete element.dataset['drawn']
    const note = document.createElement('span')
    note.className = 'diagram-broken'
    const line = /\bline (\d+)/i.exec(String(error))?.[1]
    note.textContent = line === undefined ? t('diagram.broken') : t('diagram.brokenAt', { line })
    element.replaceChildren(note, source)
  } finally {
    ground.replaceChildren()
  }
}
