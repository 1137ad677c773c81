import { readable } from './readable.ts'

/** A piece of text, and whether it is a match. */
export interface TextPart {
  readonly text: string
  readonly isHit: boolean
}

const MOST_WORDS = 10
/** Characters shown before and after the first match. */
const AROUND = { before: 100, after: 100 }
/** So that the match is in the first line on a narrow screen. */
const READ_AROUND = { before: 16, after: 180 }
/** How much text is made readable. */
const WINDOW = { before: 400, after: 800 }

/** The words of a keyword; a page must contain all of them. Case-insensitive, without duplicates. */
export const wordsOf = (keyword: string): readonly string[] =>
  [...new Set(keyword.toLowerCase().split(/\s+/u).filter(Boolean))].slice(0, MOST_WORDS)

/**
 * Whether a keyword is long enough for a page search: not empty, and a single character only if it is Chinese (spec
 * §5).
 */
export function maySearch(keyword: string): boolean {
  const characters = [...keyword.trim()]
  return characters.length > 1 || /^\p{Script=Han}$/u.test(keyword.trim())
}

/** The text in parts, with every occurrence of a word marked; longer words take precedence over words they contain. */
export function marked(text: string, words: readonly string[]): readonly TextPart[] {
  if (text === '') return []
  if (words.length === 0) return [{ text, isHit: false }]
  const pattern = new RegExp(`(${patternOf(words)})`, 'giu')
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}

/** The text around the first match, on one line, with cut ends shown as "…"; the beginning when there is no match. */
export function excerptOf(content: string, words: readonly string[], around = AROUND): string {
  const found = words.length > 0 ? new RegExp(patternOf(words), 'iu').exec(content) : null
  const at = found?.index ?? 0
  const from = Math.max(0, at - around.before)
  const to = Math.min(content.length, at + (found?.[0].length ?? 0) + around.after)
  // Cutting a surrogate pair leaves half a character, which toWellFormed turns into a replacement character.
  const start = isLowSurrogate(content, from) ? from + 1 : from
  const end = isLowSurrogate(content, to) ? to - 1 : to
  const middle = content.slice(start, end).replaceAll(/\s+/gu, ' ').trim()
  return `${from > 0 ? '…' : ''}${middle}${to < content.length ? '…' : ''}`
}

/** Like `excerptOf`, but as readable text without markdown, and with the match near its beginning. */
export function readableExcerptOf(content: string, words: readonly string[]): string {
  const isHit = words.length > 0 ? new RegExp(patternOf(words), 'iu') : null
  const at = isHit?.exec(content)?.index ?? 0
  const from = windowStart(content, at)
  const cut = content.slice(from, at + WINDOW.after).toWellFormed()
  const plain = readable(cut)
  // The search word may be markup, or part of an address.
  const isLost = isHit !== null && isHit.test(cut) && !isHit.test(plain)
  const excerpt = fromWord(excerptOf(isLost ? cut : plain, words, READ_AROUND), isHit)
  const [isBegun, isEnded] = [from === 0 || excerpt.startsWith('…'), at + WINDOW.after >= content.length]
  return `${isBegun ? '' : '…'}${excerpt}${isEnded || excerpt.endsWith('…') ? '' : '…'}`
}

/** Without the partial word at a cut, unless that is the match. */
function fromWord(excerpt: string, isHit: RegExp | null): string {
  const end = /^…\S+\s/u.exec(excerpt)?.[0].length ?? 0
  return end > 0 && (isHit?.exec(excerpt)?.index ?? 0) >= end ? `…${excerpt.slice(end)}` : excerpt
}

/** Starts at the beginning of a nearby line, because the meaning of a character depends on its place in the line. */
function windowStart(content: string, at: number): number {
  const earliest = Math.max(0, at - WINDOW.before)
  if (earliest === 0) return 0
  const newline = content.indexOf('\n', earliest)
  return newline >= 0 && newline < at ? newline + 1 : earliest
}

const patternOf = (words: readonly string[]): string =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, (character) => `\\${character}`))
    .join('|')

const isLowSurrogate = (text: string, index: number): boolean => {
  const unit = text.charCodeAt(index)
  return unit >= 0xdc00 && unit <= 0xdfff
}
