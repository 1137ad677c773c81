import type { Inline, Link, StyledText, TextStyles } from './blocks.ts'
import type { Phrasing } from './parse.ts'
import { areStylesReadBack, mayLoseStyles } from './style-proof.ts'

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
  | { readonly kind: 'text'; readonly text: string; readonly styles: readonly Style[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'node'; readonly node: Phrasing }

const NODES = { bold: 'strong', italic: 'emphasis', strike: 'delete' } as const
const TAGS = { bold: 'strong', italic: 'em', strike: 's' } as const
const STYLES = Object.keys(NODES) as Style[]

/** Text with styles as syntax nodes. Spaces at the ends are meaningless in markdown and dropped. */
export function writeInlines(content: readonly Inline[], room: Manner['room']): Phrasing[] {
  const counter = { runs: 0 }
  const write = (tagged: Manner['tagged']): Phrasing[] => {
    counter.runs = 0
    const manner = { room, tagged, counter }
    return nested(trimmed(content.flatMap((inline) => piecesOf(inline, manner))), 0, manner)
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
    : { type: 'link', url: href, children: nested(trimmed(content.flatMap(textPieces)), 0, manner) }
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

/** Markdown styles cannot end at a space or a line break, so these are moved outside. */
function textPieces({ text, styles }: StyledText): Piece[] {
  if (styles.code) return codePieces(text)
  const named = STYLES.filter((style) => styles[style])
  if (named.length === 0) return [{ kind: 'text', text, styles: [] }]
  return text
    .split(/(\n)/)
    .flatMap((line) => {
      const [, before = '', inner = '', after = ''] = EDGE_SPACES.exec(line) ?? []
      return [
        { kind: 'text' as const, text: before, styles: [] },
        { kind: 'text' as const, text: inner, styles: named },
        { kind: 'text' as const, text: after, styles: [] },
      ]
    })
    .filter((piece) => piece.text !== '')
}

/** In code of markdown a line break is a space, so the code ends before it and begins again behind it. */
const codePieces = (text: string): Piece[] =>
  text
    .split(/(\n)/)
    .filter((part) => part !== '')
    .map((part) => (part === '\n' ? { kind: 'text', text: part, styles: [] } : { kind: 'code', text: part }))

function trimmed(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const before = joined.at(-1)
    const isUnstyled = piece.kind === 'text' && piece.styles.length === 0
    if (isUnstyled && before?.kind === 'text' && before.styles.length === 0) {
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
    const isTagged = manner.tagged(manner.counter.runs)
    manner.counter.runs += 1
    const children = nested(pieces.slice(index, end), depth + 1, manner)
    nodes.push(...(isTagged ? inTags(style, children) : [{ type: NODES[style], children }]))
    index = end
  }
  return nodes
}

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

const styleAt = (piece: Piece, depth: number): Style | undefined =>
  piece.kind === 'text' ? piece.styles[depth] : undefined

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
