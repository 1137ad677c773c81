// Chinese has no spaces between words: a word may end at any position.
export const OF_WORD = String.raw`[[\p{L}\p{N}_]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]`
const ENDS_IN_WORD = new RegExp(`${OF_WORD}$`, 'v')

/** Whether the last letter of the text is of a word. */
export const isOfWord = (text: string): boolean => ENDS_IN_WORD.test(text.slice(-2))
