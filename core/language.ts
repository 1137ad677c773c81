export const LANGUAGES = ['zh-cn', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** One text for every reader, or one in each language. */
export type TextForReaders = string | Readonly<Record<Language, string>>

export const textFor = (language: Language, text: TextForReaders): string =>
  typeof text === 'string' ? text : text[language]
