import { ownName } from '#web/session/own-names.ts'
import type { Anchor } from '../passage.ts'

/** What somebody has begun to say and not sent. */
export interface KeptText {
  readonly text: string
  /** The passage it is about; null for the page, and in answers. */
  readonly anchor: Anchor | null
}

/** It goes with everything else of the account when that logs out. */
const keyOf = (who: string, key: string): string => ownName(`comment:${who}:${key}`)

/** A browser may keep nothing, or what it kept may be no such thing: then there is none. */
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
    // Without room the text stays in its field alone.
  }
}
