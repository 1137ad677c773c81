/** Whether a database keeps every character: not U+0000, nor halves of characters. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The text without what no database keeps. */
export const storable = (text: string): string => (isStorable(text) ? text : text.replaceAll(/[\0\p{Surrogate}]/gu, ''))
