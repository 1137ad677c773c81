/** The text without what no database keeps: U+0000, and halves of characters. */
export const storable = (text: string): string => text.replaceAll(/[\0\p{Surrogate}]/gu, '')
