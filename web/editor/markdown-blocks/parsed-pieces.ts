import type { fromMarkdown } from 'mdast-util-from-markdown'

/** Parsing time grows faster than the length, so a long text is parsed in pieces. */
const PIECE_LENGTH = 8_000

type Node = ReturnType<typeof fromMarkdown>['children'][number]
type Parse = (piece: string) => Node[]

/**
 * The top-level nodes of a text, as if it were parsed at once. Pieces end at an empty line before a line that can
 * neither continue a list nor be indented: only code, formulas and HTML with explicit ends can be open there. A text
 * with global definitions, like `[x]: y`, is a single piece, and so is one that begins with a byte order mark or
 * possibly with front matter.
 */
export function inPieces(markdown: string, parse: Parse, length = PIECE_LENGTH): Node[] {
  const nodes: Node[] = []
  let from = 0
  for (const { piece, children } of parsedPieces(markdown, parse, length)) {
    for (const node of children) {
      move(node, from)
      nodes.push(node)
    }
    from += piece.length
  }
  return nodes
}

export interface ParsedPiece {
  readonly piece: string
  /** With positions within the piece. */
  readonly children: Node[]
}

/** The same, piece by piece; together they are the text. */
export function* parsedPieces(markdown: string, parse: Parse, length = PIECE_LENGTH): Generator<ParsedPiece> {
  if (markdown.length <= length || /^(?:\uFEFF|---)/.test(markdown) || WHOLE.test(markdown)) {
    yield { piece: markdown, children: parse(markdown) }
    return
  }
  let from = 0
  while (from < markdown.length) {
    let to = from
    let piece: string
    let children: Node[]
    do {
      // Doubled each time, otherwise the beginning would be parsed again and again.
      to = pieceEnd(markdown, to + Math.max(length, to - from))
      piece = markdown.slice(from, to)
      children = parse(piece)
    } while (to < markdown.length && isOpen(children.at(-1), piece))
    yield { piece, children }
    from = to
  }
}

// Global definitions, and tags that pair across empty lines.
const WHOLE = /\]:|^[ \t]*<\/?(?:s|em|strong)>/m

// Front matter, rules and lists begin with these characters, and a byte order mark is significant only at the
// beginning.
const BOUNDARY = /\n[ \t]*\n(?=[^\s\-+*\d\uFEFF])/g

function pieceEnd(markdown: string, least: number): number {
  BOUNDARY.lastIndex = least
  const found = BOUNDARY.exec(markdown)
  return found ? found.index + found[0].length : markdown.length
}

/** Whether the piece ends inside something with an explicit end, or inside a list or quote. */
function isOpen(last: Node | undefined, piece: string): boolean {
  if (last && 'children' in last) return isOpen(last.children.at(-1), piece)
  if (last?.position?.start.offset === undefined) return false
  const source = piece.slice(last.position.start.offset, last.position.end.offset)
  if (last.type === 'code' || last.type === 'math') return hasOpenFence(source)
  return last.type === 'html' && HTML_ENDS.some(([start, end]) => start.test(source) && !end.test(source))
}

function hasOpenFence(source: string): boolean {
  const [, fence = ''] = /^ {0,3}(`{3,}|~{3,}|\${2,})/.exec(source) ?? []
  if (fence === '') return false
  const lines = source.split('\n')
  const last = (lines.length > 1 ? lines.at(-1) : '')?.replace(/^[\s>]+|\s+$/g, '') ?? ''
  return !(last.length >= fence.length && last === (fence[0] ?? '').repeat(last.length))
}

const HTML_ENDS: readonly (readonly [RegExp, RegExp])[] = [
  [/^\s*<(?:script|pre|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^\s*<!--/, /-->/],
  [/^\s*<\?/, /\?>/],
  [/^\s*<![A-Z]/i, />/],
  [/^\s*<!\[CDATA\[/, /\]\]>/],
]

/** Shifts the positions of a node parsed from a piece to offsets in the whole text. Line numbers are not adjusted. */
function move(node: Node, by: number): void {
  const { position } = node
  if (position?.start.offset !== undefined) position.start.offset += by
  if (position?.end.offset !== undefined) position.end.offset += by
  if ('children' in node) for (const child of node.children) move(child, by)
}
