import mermaid, { type MermaidConfig } from 'mermaid'
import { diagramSource } from './diagram-source.ts'
import { SAFE_SETTINGS } from './drawn-safely.ts'

export type DiagramLook = Required<Pick<MermaidConfig, 'theme' | 'fontFamily'>>

/** The notes of class diagrams have the dark text of their classes, but a dark ground in this theme. */
const LIGHT_NOTES = { noteBkgColor: '#f5f5f5', noteTextColor: '#333', noteBorderColor: '#999' }

let last: Promise<unknown> = Promise.resolve()
let lastId = 0

/**
 * The SVG of an untrusted source, not sanitised yet. Mermaid has one configuration for the whole document, so that
 * drawings wait for each other: a drawing begun in one scheme would end in the colours of the next.
 *
 * @param ground - where texts are measured; it is empty afterwards
 * @throws Error for a source that mermaid does not understand
 */
export function drawnDiagram(source: string, look: DiagramLook, ground: HTMLElement): Promise<string> {
  const drawing = last.then(() => draw(source, look, ground))
  last = drawing.catch(() => undefined)
  return drawing
}

async function draw(source: string, look: DiagramLook, ground: HTMLElement): Promise<string> {
  mermaid.initialize({ ...SAFE_SETTINGS, ...look, ...(look.theme === 'neutral' && { themeVariables: LIGHT_NOTES }) })
  try {
    const { svg } = await mermaid.render(`diagram-${++lastId}`, diagramSource(source), ground)
    return svg
  } finally {
    ground.replaceChildren()
  }
}
