import { besideText, type TextSide } from '#web/editor/beside-text.ts'
import { RICH } from '#web/editor/markdown-faces.tsx'

let typedMarkdown: ((text: string) => string) | null = null
// It is asked for at every key, and by drafts again and again.
let last = { early: '', written: '' }

/**
 * Loads what knows how rich text writes what is typed; it is much smaller than rich text itself. False when it cannot be
 * loaded.
 */
export async function loadEarlyForm(): Promise<boolean> {
  try {
    typedMarkdown ??= (await import('#web/editor/rich/typing/typed-markdown.ts')).typedMarkdown
    return true
  } catch {
    return false
  }
}

export interface EarlyPlace {
  readonly content: string
  readonly side: TextSide
  /** The face for which it was typed. */
  readonly face: string
}

/** The text of a page with what was typed for it early, as this face writes it: its form does not change later. */
export function withEarlyText(early: string, { content, side, face }: EarlyPlace): string {
  if (early.trim() === '') return content
  if (face !== RICH || !typedMarkdown) return besideText(early, content, side)
  if (last.early !== early) last = { early, written: typedMarkdown(early) }
  // Rich text ends a page that ends with what was typed; the end of another one is its own.
  const end = side === 'below' || content.trim() === '' ? '\n' : ''
  return besideText(last.written + end, content, side)
}
