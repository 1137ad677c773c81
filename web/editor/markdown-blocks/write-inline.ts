import type { Hint, Inline, Link, StyledText, TextStyles } from './blocks.ts'
import type { Phrasing } from './parse.ts'

/** How inlines are to be written. */
interface Manner {
  /** `line` for places that end with the line, such as table cells: there a break is written as `<br>`. */
  readonly room: 'lines' | 'line'
  readonly hint: Hint | undefined
}
type Style = Exclude<keyof TextStyles, 'code'>
type Piece =
  | { readonly kind: 'text'; readonly text: string; readonly styles: readonly Style[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'node'; readonly node: Phrasing }

const NODES = { bold: 'strong', italic: 'emphasis', strike: 'delete' } as const
const STYLES = Object.keys(NODES) as Style[]

/** Text with styles as syntax nodes. Spaces at the edges mean nothing in markdown and are left out. */
export function writeInlines(content: readonly Inline[], room: Manner['room'], hint?: Hint): Phrasing[] {
  const manner = { room, hint }
  return nested(trimmed(content.flatMap((inline) => piecesOf(inline, manner))), 0, manner)
}

function piecesOf(inline: Inline, manner: Manner): Piece[] {
  switch (inline.type) {
    case 'text':
      return textPieces(inline)
    case 'mdRaw':
      return [{ kind: 'node', node: { type: 'html', value: inline.props.raw } }]
    default:
      return linkPieces(inline, manner)
  }
}

function linkPieces({ href, content }: Link, manner: Manner): Piece[] {
  const isBare = manner.hint?.bareLinks?.has(href) && textOf(content) === href
  if (isBare) return [{ kind: 'node', node: { type: 'html', value: href } }]
  const children = nested(content.flatMap(textPieces), 0, manner) as never
  return [{ kind: 'node', node: { type: 'link', url: href, children } }]
}

const textOf = (content: readonly StyledText[]): string => content.map(({ text }) => text).join('')

/** Markdown ends a style at a space or a line break, so these stand outside. */
function textPieces({ text, styles }: StyledText): Piece[] {
  if (styles.code) return text ? [{ kind: 'code', text }] : []
  const named = STYLES.filter((style) => styles[style])
  if (named.length === 0) return [{ kind: 'text', text, styles: [] }]
  return text
    .split(/(\n)/)
    .flatMap((line) => {
      const [, before = '', inner = '', after = ''] = /^([ \t\n]*)([\s\S]*?)([ \t\n]*)$/.exec(line) ?? []
      return [
        { kind: 'text' as const, text: before, styles: [] },
        { kind: 'text' as const, text: inner, styles: named },
        { kind: 'text' as const, text: after, styles: [] },
      ]
    })
    .filter((piece) => piece.text !== '')
}

function trimmed(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const before = joined.at(-1)
    const isPlain = piece.kind === 'text' && piece.styles.length === 0
    if (isPlain && before?.kind === 'text' && before.styles.length === 0) {
      joined[joined.length - 1] = { ...before, text: before.text + piece.text }
    } else if (piece.kind === 'code' && before?.kind === 'code') {
      joined[joined.length - 1] = { ...before, text: before.text + piece.text }
    } else joined.push(piece)
  }
  return joined
    .map((piece, index) => {
      if (piece.kind !== 'text') return piece
      let { text } = piece
      text = text.replace(/[ \t]*\n[ \t]*/g, '\n')
      if (index === 0) text = text.replace(/^[ \t\n]+/, '')
      if (index === joined.length - 1) text = text.replace(/[ \t\n]+$/, '')
      return { ...piece, text }
    })
    .filter((piece) => piece.kind !== 'text' || piece.text !== '')
}

function nested(pieces: readonly Piece[], depth: number, manner: Manner): Phrasing[] {
  const nodes: Phrasing[] = []
  let index = 0
  while (index < pieces.length) {
    const piece = pieces[index] as Piece
    const style = styleAt(piece, depth)
    if (!style) {
      nodes.push(...leaves(piece, manner))
      index += 1
      continue
    }
    let end = index
    while (end < pieces.length && styleAt(pieces[end] as Piece, depth) === style) end += 1
    nodes.push({ type: NODES[style], children: nested(pieces.slice(index, end), depth + 1, manner) })
    index = end
  }
  return nodes
}

const styleAt = (piece: Piece, depth: number): Style | undefined =>
  piece.kind === 'text' ? piece.styles[depth] : undefined

function leaves(piece: Piece, { room }: Manner): Phrasing[] {
  if (piece.kind === 'node') return [piece.node]
  if (piece.kind === 'code') return [{ type: 'inlineCode', value: piece.text }]
  return piece.text.split('\n').flatMap((line, index): Phrasing[] => {
    const lineBreak: Phrasing = room === 'line' ? { type: 'html', value: '<br>' } : { type: 'break' }
    return [...(index > 0 ? [lineBreak] : []), ...edgeSpacesKept(line)]
  })
}

// Renderers trim Unicode spaces at the edges of cells and lines, and data dictionaries indent fields with them.
const SPACE = '\\u00a0\\u2000-\\u200a\\u3000'
const EDGES = new RegExp(`(^[${SPACE}]+|[${SPACE}]+$)`)
const NAMED: Readonly<Record<string, string>> = {
  '\u00a0': 'nbsp',
  '\u2002': 'ensp',
  '\u2003': 'emsp',
  '\u2009': 'thinsp',
}

const edgeSpacesKept = (line: string): Phrasing[] =>
  line
    .split(EDGES)
    .filter((part) => part !== '')
    .map((part) => (EDGES.test(part) ? { type: 'html', value: entities(part) } : { type: 'text', value: part }))

const entities = (spaces: string): string =>
  [...spaces].map((space) => `&${NAMED[space] ?? `#x${space.charCodeAt(0).toString(16)}`};`).join('')
