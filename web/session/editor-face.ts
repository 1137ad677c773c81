import { ownName } from './own-names.ts'

const KEY = 'editor_face'

// Markdown used to be the only kind, and its face is stored under the former name.
const keyOf = (kind: string): string => ownName(kind === 'markdown' ? KEY : `${KEY}:${kind}`)

/** The face last used in this browser for pages of this kind; null for none. */
export const rememberedFace = (kind: string): string | null => localStorage.getItem(keyOf(kind))

export const rememberFace = (kind: string, face: string): void => localStorage.setItem(keyOf(kind), face)
