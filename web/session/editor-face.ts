import { ownName } from './own-names.ts'

const KEY = 'editor_face'

// Markdown was the only kind once, and its face is remembered where it was.
const keyOf = (kind: string): string => ownName(kind === 'markdown' ? KEY : `${KEY}:${kind}`)

/** The face chosen last in this browser for pages of this kind; null when none was. */
export const rememberedFace = (kind: string): string | null => localStorage.getItem(keyOf(kind))

export const rememberFace = (kind: string, face: string): void => localStorage.setItem(keyOf(kind), face)
