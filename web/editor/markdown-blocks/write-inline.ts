import type { Inline, Link, StyledText, TextStyles } from './blocks.ts'
import { withoutEdgeSpaces } from './edge-spaces.ts'
import type { Phrasing } from './parse.ts'
import { areStylesReadBack, mayLoseStyles } from './style-proof.ts'
import { isTagStyle, TAG_STYLES } from './tag-styles.ts'

/** Options for writing inlines. */
interface Manner {
  /** `line` for places that end with the line, such as table cells: there a break is written as `<br>`. */
  readonly room: 'lines' | 'line'
  /** Indexes of the styled runs to be written as HTML tags, counted while writing. */
  readonly tagged: (run: number) => boolean
  readonly counter: { runs: number }
}
type Style = Exclude<keyof TextStyles, 'code'>
type Piece =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly styles: readonly Style[]
      /** Spaces at an end of styled text. */
      readonly isEdge?: boolean
    }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'node'; readonly node: Phrasing }

type TextPiece = Extract<Piece, { readonly kind: 'text' }>

const NODES = { bold: 'strong', italic: 'emphasis', strike: 'delete' } as const
const TAGS = { bold: 'strong', italic: 'em', strike: 's', ...TAG_STYLES } as const
const STYLES = Object.keys(TAGS) as Style[]

/** Text with styles as syntax nodes, without spaces at the ends of lines, which nobody sees. */
export function writeInlines(content: readonly Inline[], room: Manner['room']): Phrasing[] {
  const counter = { runs: 0 }
  const write = (tagged: Manner['tagged']): Phrasing[] => {
    counter.runs = 0
    const manner = { room, tagged, counter }
    return nested(trimmed(content.flatMap((inline) => piecesOf(inline, manner))), [], manner)
  }
  const asMarks = write(() => false)
  if (counter.runs === 0 || !mayLoseStyles(content) || areStylesReadBack(content, asMarks)) return asMarks

  // `a**(b)**c` is not bold for any parser: where marks fail, HTML is used.
  for (let run = 0, { runs } = counter; run < runs; run += 1) {
    const withOneTag = write((number) => number === run)
    if (areStylesReadBack(content, withOneTag)) return withOneTag
  }
  return write(() => true)
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

/**
 * Spaces and line breaks at the ends of a link are moved outside: the editor includes a break before it in the link.
 */
function linkPieces({ href, content }: Link, manner: Manner): Piece[] {
  const label = content.map(({ text }) => text).join('')
  const [, before = '', inner = '', after = ''] = EDGE_SPACES.exec(label) ?? []
  const isItsText = inner === href && ADDRESS.test(href) && content.every(({ styles }) => isPlain(styles))
  const link: Phrasing = isItsText
    ? { type: 'html', value: `<${href}>` }
    : { type: 'link', url: href, children: nested(trimmed(withoutEdgeSpaces(content).flatMap(textPieces)), [], manner) }
  return [
    { kind: 'text', text: before, styles: [] },
    { kind: 'node', node: link },
    { kind: 'text', text: after, styles: [] },
  ]
}

const EDGE_SPACES = /^([ \t\n]*)([\s\S]*?)([ \t\n]*)$/
// In angle brackets these are links for every parser.
const ADDRESS = /^[a-z][a-z0-9+.-]+:[^\s<>]+$/i
const isPlain = (styles: TextStyles): boolean => !STYLES.some((style) => styles[style]) && !styles.code

/** Styles cannot end at a space or a line break: these are pieces of their own. */
function textPieces({ text, styles }: StyledText): Piece[] {
  if (styles.code) return codePieces(text)
  const named = STYLES.filter((style) => styles[style])
  if (named.length === 0) return [{ kind: 'text', text, styles: [] }]
  return text
    .split(/(\n)/)
    .flatMap((line) => {
      const [, before = '', inner = '', after = ''] = EDGE_SPACES.exec(line) ?? []
      return [edgePiece(before, named), { kind: 'text' as const, text: inner, styles: named }, edgePiece(after, named)]
    })
    .filter((piece) => piece.text !== '')
}

const edgePiece = (text: string, styles: readonly Style[]): TextPiece =>
  text.includes('\n') ? { kind: 'text', text, styles: [] } : { kind: 'text', text, styles, isEdge: true }

/** Spaces between two pieces have the styles that go on across them. */
function withEdges(pieces: readonly Piece[]): readonly Piece[] {
  const stylesAt = (index: number): readonly Style[] => {
    const piece = pieces[index]
    return piece?.kind === 'text' && !piece.isEdge ? piece.styles : []
  }
  return pieces.map((piece, index) => {
    if (piece.kind !== 'text' || !piece.isEdge) return piece
    const [before, after] = [stylesAt(index - 1), stylesAt(index + 1)]
    return { ...piece, styles: piece.styles.filter((style) => before.includes(style) && after.includes(style)) }
  })
}

/** In code of markdown a line break is a space, so the code ends before it and begins again behind it. */
const codePieces = (text: string): Piece[] =>
  text
    .split(/(\n)/)
    .filter((part) => part !== '')
    .map((part) => (part === '\n' ? { kind: 'text', text: part, styles: [] } : { kind: 'code', text: part }))

function trimmed(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of withEdges(pieces)) {
    const before = joined.at(-1)
    if (piece.kind === 'text' && before?.kind === 'text' && isGoingOn(before, piece)) {
      joined[joined.length - 1] = { kind: 'text', text: before.text + piece.text, styles: piece.styles }
    } else if (piece.kind === 'code' && before?.kind === 'code') {
      joined[joined.length - 1] = { ...before, text: before.text + piece.text }
    } else joined.push(piece)
  }
  return joined
    .map((piece, index) => {
      if (piece.kind !== 'text') return piece
      let text = piece.text.replace(/[ \t]+\n/g, '\n')
      if (index === joined.length - 1) text = text.replace(/[ \t\n]+$/, '')
      if (index === 0) text = text.replace(/^\n+/, '')
      return { ...piece, text: text.replace(index === 0 ? /^[ \t]+/gm : /(?<=\n)[ \t]+/g, indentation) }
    })
    .filter((piece) => piece.kind !== 'text' || piece.text !== '')
}

/** Whether two texts are one. Spaces at the end of a style stay apart from it. */
const isGoingOn = (before: TextPiece, piece: TextPiece): boolean =>
  before.styles.join() === piece.styles.join() && (piece.styles.length === 0 || !(before.isEdge || piece.isEdge))

/** Readers would not see other spaces at the beginning of a line. A single one is left over where a line was parted. */
const indentation = (spaces: string): string =>
  spaces === ' ' ? '' : spaces.replaceAll('\t', '    ').replaceAll(' ', '\u00a0')

function nested(pieces: readonly Piece[], open: readonly Style[], manner: Manner): Phrasing[] {
  const nodes: Phrasing[] = []
  let index = 0
  while (index < pieces.length) {
    const piece = pieces[index] as Piece
    const outermost = longestStyle(pieces, index, open)
    if (!outermost) {
      nodes.push(...leaves(piece, manner))
      index += 1
      continue
    }
    const { style, end } = outermost
    const run = manner.counter.runs
    if (!isTagStyle(style)) manner.counter.runs += 1
    const children = nested(pieces.slice(index, end), [...open, style], manner)
    if (isTagStyle(style) || manner.tagged(run)) nodes.push(...inTags(style, children))
    else nodes.push({ type: NODES[style], children })
    index = end
  }
  return nodes
}

/**
 * The style that goes on furthest, without those already open; `end` is the index after its last piece. It neither
 * begins nor ends with a space.
 */
function longestStyle(
  pieces: readonly Piece[],
  from: number,
  open: readonly Style[],
): { readonly style: Style; readonly end: number } | null {
  if (isEdge(pieces[from])) return null
  const lengths = stylesOf(pieces[from])
    .filter((style) => !open.includes(style))
    .map((style) => {
      let end = from + 1
      while (end < pieces.length && stylesOf(pieces[end]).includes(style)) end += 1
      while (isEdge(pieces[end - 1])) end -= 1
      return { style, end }
    })
  const [first, ...others] = lengths
  return first ? others.reduce((longest, other) => (other.end > longest.end ? other : longest), first) : null
}

const isEdge = (piece: Piece | undefined): boolean => piece?.kind === 'text' && piece.isEdge === true
const stylesOf = (piece: Piece | undefined): readonly Style[] => (piece?.kind === 'text' ? piece.styles : [])

function inTags(style: Style, children: readonly Phrasing[]): Phrasing[] {
  const [only, another] = children
  // Parsers read `***both***` with emphasis outside.
  return style === 'bold' && only?.type === 'emphasis' && !another
    ? inTag('italic', [{ type: NODES.bold, children: only.children }])
    : inTag(style, children)
}

const inTag = (style: Style, children: readonly Phrasing[]): Phrasing[] => [
  { type: 'html', value: `<${TAGS[style]}>` },
  ...children,
  { type: 'html', value: `</${TAGS[style]}>` },
]

function leaves(piece: Piece, { room }: Manner): Phrasing[] {
  if (piece.kind === 'node') return [piece.node]
  if (piece.kind === 'code') return [codeOf(piece.text, room)]
  return piece.text.split('\n').flatMap((line, index): Phrasing[] => {
    const lineBreak: Phrasing = room === 'line' ? { type: 'html', value: '<br>' } : { type: 'break' }
    return [...(index > 0 ? [lineBreak] : []), ...edgeSpacesKept(line)]
  })
}

// In cells parsers remove the backslash before a bar, also in code; entities preserve both.
const codeOf = (text: string, room: Manner['room']): Phrasing =>
  room === 'line' && text.includes('\\|')
    ? { type: 'html', value: `<code>${text.replace(/[^\p{L}\p{N}\s]/gu, numbered)}</code>` }
    : { type: 'inlineCode', value: text }

const numbered = (character: string): string => `&#x${character.codePointAt(0)?.toString(16) ?? ''};`

// Renderers trim Unicode spaces at the ends of cells and lines, and data dictionaries use them to indent fields.
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
  [...spaces].map((space) => (NAMED[space] ? `&${NAMED[space]};` : numbered(space))).join('')
