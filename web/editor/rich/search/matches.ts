import type { EditorState } from 'prosemirror-state'

type DocumentNode = EditorState['doc']

export interface SearchQuery {
  readonly text: string
  readonly isCaseSensitive: boolean
  readonly isWholeWord: boolean
}

/** A match in the document. */
export interface Match {
  readonly from: number
  readonly to: number
  /**
   * For a chip, whose text is not part of the document: the offset in its markdown; the position is that of the whole
   * chip.
   */
  readonly inChip: { readonly start: number; readonly end: number } | null
}

/** Further matches are neither shown nor counted. */
export const MOST_MATCHES = 10_000

/** All matches in order: in paragraphs, cells, code and chips. */
export function matchesIn(document: DocumentNode, query: SearchQuery): readonly Match[] {
  const found: Match[] = []
  const pattern = patternOf(query)
  if (!pattern) return found
  document.descendants((block, at) => {
    if (found.length >= MOST_MATCHES) return false
    if (!block.isTextblock) return true
    const text = block.textBetween(0, block.content.size, null, ({ type }) => (type.name === 'hardBreak' ? '\n' : '\0'))
    const here = placesIn(text, pattern).map(({ start, end }): Match => ({
      from: at + 1 + start,
      to: at + 1 + end,
      inChip: null,
    }))
    if (text.includes('\0')) here.push(...chipsIn(block, at, pattern))
    found.push(...here.toSorted((a, b) => a.from - b.from))
    return false
  })
  return found.slice(0, MOST_MATCHES)
}

function chipsIn(block: DocumentNode, at: number, pattern: RegExp): readonly Match[] {
  const found: Match[] = []
  block.forEach(({ type, attrs }, offset) => {
    if (type.name !== 'mdRaw') return
    const [from, to] = [at + 1 + offset, at + 2 + offset]
    for (const inChip of placesIn(String(attrs['raw']), pattern)) found.push({ from, to, inChip })
  })
  return found
}

const placesIn = (text: string, pattern: RegExp): readonly { readonly start: number; readonly end: number }[] =>
  [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }))

function patternOf({ text, isCaseSensitive, isWholeWord }: SearchQuery): RegExp | null {
  if (text === '') return null
  const escaped = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const [before, after] = isWholeWord ? [edge(text.at(0), '<!'), edge(text.at(-1), '!')] : ['', '']
  return new RegExp(`${before}${escaped}${after}`, isCaseSensitive ? 'gv' : 'giv')
}

// Chinese has no spaces between words: a word may end at any position.
const OF_WORD = String.raw`[[\p{L}\p{N}_]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]`
const IS_OF_WORD = new RegExp(OF_WORD, 'v')
const edge = (letter: string | undefined, look: '<!' | '!'): string =>
  letter !== undefined && IS_OF_WORD.test(letter) ? `(?${look}${OF_WORD})` : ''
