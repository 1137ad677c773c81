import type { EditorState } from 'prosemirror-state'
import type { FoundPlace } from './expression.ts'
import { isOfWord, OF_WORD } from './words.ts'

type DocumentNode = EditorState['doc']

export interface SearchQuery {
  readonly text: string
  readonly isCaseSensitive: boolean
  readonly isWholeWord: boolean
  /** A regular expression, see `expression.ts`. */
  readonly isExpression: boolean
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
  /** What the groups of an expression hold; empty for plain words. */
  readonly groups: readonly string[]
}

/** A text that is searched: within a block between its chips, or the markdown of a chip. */
export interface SearchedText {
  readonly text: string
  /** Where it begins in the document. */
  readonly from: number
  readonly isChip: boolean
}

/** Further matches are neither shown nor counted. */
export const MOST_MATCHES = 10_000

/** All texts in order: of paragraphs, cells, code and chips. */
export function textsIn(document: DocumentNode): readonly SearchedText[] {
  const texts: SearchedText[] = []
  document.descendants((block, at) => {
    if (!block.isTextblock) return true
    let piece: SearchedText | null = null
    block.forEach((node, offset) => {
      const from = at + 1 + offset
      if (node.type.name === 'mdRaw') {
        if (piece) texts.push(piece)
        piece = null
        texts.push({ text: String(node.attrs['raw']), from, isChip: true })
        return
      }
      const text = node.isText ? (node.text ?? '') : node.type.name === 'hardBreak' ? '\n' : '\0'.repeat(node.nodeSize)
      piece = piece ? { ...piece, text: piece.text + text } : { text, from, isChip: false }
    })
    if (piece) texts.push(piece)
    return false
  })
  return texts
}

/** All matches of plain words in order. */
export function matchesIn(document: DocumentNode, query: SearchQuery): readonly Match[] {
  const pattern = patternOf(query)
  if (!pattern) return []
  const found: Match[] = []
  for (const text of textsIn(document)) {
    if (found.length >= MOST_MATCHES) break
    for (const {
      0: { length },
      index,
    } of text.text.matchAll(pattern))
      found.push(matchAt(text, { start: index, end: index + length, groups: [] }))
  }
  return found.slice(0, MOST_MATCHES)
}

/** A place within one of these texts. */
export const matchAt = ({ from, isChip }: SearchedText, { start, end, groups }: FoundPlace): Match =>
  isChip
    ? { from, to: from + 1, inChip: { start, end }, groups }
    : { from: from + start, to: from + end, inChip: null, groups }

function patternOf({ text, isCaseSensitive, isWholeWord }: SearchQuery): RegExp | null {
  if (text === '') return null
  const escaped = escapedFor(text)
  const [before, after] = isWholeWord ? [edge(text.at(0), '<!'), edge(text.at(-1), '!')] : ['', '']
  return new RegExp(`${before}${escaped}${after}`, isCaseSensitive ? 'gv' : 'giv')
}

/** An expression that finds just these words. */
export const escapedFor = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

const edge = (letter: string | undefined, look: '<!' | '!'): string =>
  letter !== undefined && isOfWord(letter) ? `(?${look}${OF_WORD})` : ''
