/** A stretch of text, and whether it is what was searched for. */
export interface TextPart {
  readonly text: string
  readonly isHit: boolean
}

const MOST_WORDS = 10
/** Characters shown before and after the first hit. */
const AROUND = 100

/** The words of a keyword; all of them must occur in a page. Without regard to case, each word once. */
export const wordsOf = (keyword: string): readonly string[] =>
  [...new Set(keyword.toLowerCase().split(/\s+/u).filter(Boolean))].slice(0, MOST_WORDS)

/** Whether a keyword may start a search over pages: not empty, and one character only if it is Chinese (spec §5). */
export function maySearch(keyword: string): boolean {
  const characters = [...keyword.trim()]
  return characters.length > 1 || /^\p{Script=Han}$/u.test(keyword.trim())
}

/** The text in parts, with every occurrence of a word marked; longer words win over those they contain. */
export function marked(text: string, words: readonly string[]): readonly TextPart[] {
  if (text === '') return []
  if (words.length === 0) return [{ text, isHit: false }]
  const pattern = new RegExp(`(${patternOf(words)})`, 'giu')
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}

/** The text around the first hit, on one line, cut ends shown as "…"; the beginning when no word occurs. */
export function excerptOf(content: string, words: readonly string[]): string {
  const found = words.length > 0 ? new RegExp(patternOf(words), 'iu').exec(content) : null
  const at = found?.index ?? 0
  const from = Math.max(0, at - AROUND)
  const to = Math.min(content.length, at + (found?.[0].length ?? 0) + AROUND)
  // A cut in the middle of a surrogate pair leaves half a character, which toWellFormed shows as a replacement.
  const start = isLowSurrogate(content, from) ? from + 1 : from
  const end = isLowSurrogate(content, to) ? to - 1 : to
  const middle = content.slice(start, end).replaceAll(/\s+/gu, ' ').trim()
  return `${from > 0 ? '…' : ''}${middle}${to < content.length ? '…' : ''}`
}

const patternOf = (words: readonly string[]): string =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/-]/g, (sign) => `\\${sign}`))
    .join('|')

const isLowSurrogate = (text: string, index: number): boolean => {
  const unit = text.charCodeAt(index)
  return unit >= 0xdc00 && unit <= 0xdfff
}
