import type { Language } from '../language.ts'

/** `system` follows the operating system. */
export const COLOR_SCHEMES = ['light', 'dark', 'system'] as const
export type ColorScheme = (typeof COLOR_SCHEMES)[number]

/** What a person chose while logged in; null if never chosen. */
export interface Preferences {
  readonly language: Language | null
  readonly colorScheme: ColorScheme | null
  /** The preview beside the markdown of long pages follows what is typed too. */
  readonly keepsPreview: boolean
}

export const NO_PREFERENCES: Preferences = { language: null, colorScheme: null, keepsPreview: false }
