import { ownName } from '#web/session/own-names.ts'
import type { Anchor } from '../passage.ts'

/** An unsent comment. */
export interface KeptText {
  readonly text: string
  /** Its passage; null for the whole page, and in replies. */
  readonly anchor: Anchor | null
}

/** Deleted with other account data at logout. */
const keyOf = (who: string, key: string): string => ownName(`comment:${who}:${key}`)

/** Storage may be unavailable, or contain something else: then there is none. */
export function keptText(who: string, key: string): KeptText | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(who, key)) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('text' in kept) || typeof kept.text !== 'string') return null
    return { text: kept.text, anchor: 'anchor' in kept ? anchorIn(kept.anchor) : null }
  } catch {
    return null
  }
}

function anchorIn(kept: unknown): Anchor | null {
  if (typeof kept !== 'object' || kept === null || !('quote' in kept && 'before' in kept && 'after' in kept))
    return null
  const { quote, before, after } = kept
  const areTexts = typeof quote === 'string' && typeof before === 'string' && typeof after === 'string'
  return areTexts ? { quote, before, after } : null
}

export function keepText(who: string, key: string, kept: KeptText): void {
  try {
    if (kept.text.trim() === '') localStorage.removeItem(keyOf(who, key))
    else localStorage.setItem(keyOf(who, key), JSON.stringify(kept))
  } catch {
    // If storage is full, the text is only in its field.
  }
}
