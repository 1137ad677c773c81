import { createHash } from 'node:crypto'
import {
  Bookmark,
  ExternalHyperlink,
  ImageRun,
  InternalHyperlink,
  Math as Formula,
  TextRun,
  type IRunOptions,
  type ParagraphChild,
} from 'docx'
import { latexToMath } from 'docx/math'
import { ElementType, type parseDocument } from 'htmlparser2'
import { groupedFences } from './grouped-fences.ts'
import { pictureIn } from './picture-size.ts'
import { CODE_FONT, codeColorOf } from './styles.ts'
import type { WordPage } from './word-page.ts'
import { wordText } from './word-text.ts'

export type Node = ReturnType<typeof parseDocument>['children'][number]
export type Element = Extract<Node, { readonly attribs: unknown }>
type Text = Extract<Node, { readonly type: typeof ElementType.Text }>
export const isText = (node: Node): node is Text => node.type === ElementType.Text
export const isElement = (node: Node): node is Element => 'attribs' in node
export const classesOf = (element: Element): readonly string[] => (element.attribs['class'] ?? '').split(' ')

/** The formatting of a text, where it differs from its paragraph. */
type Look = Omit<IRunOptions, 'children' | 'text'>
type Piece =
  | { readonly text: string; readonly look: Look; readonly link: string | null }
  | { readonly child: ParagraphChild; readonly link: string | null }

interface Place {
  readonly look: Look
  readonly link: string | null
  readonly isCode: boolean
}
const PLAIN: Place = { look: {}, link: null, isCode: false }

const LOOKS: Readonly<Record<string, Look>> = {
  ...{ b: { bold: true }, strong: { bold: true }, summary: { bold: true }, dt: { bold: true }, th: { bold: true } },
  ...{ i: { italics: true }, em: { italics: true }, cite: { italics: true }, var: { italics: true } },
  ...{ u: { underline: {} }, ins: { underline: {} }, s: { strike: true }, del: { strike: true } },
  ...{ sub: { subScript: true }, sup: { superScript: true }, mark: { highlight: 'yellow' }, small: { size: 18 } },
  code: { font: CODE_FONT, shading: { type: 'clear', fill: 'F0F2F6' } },
  kbd: { font: CODE_FONT },
  samp: { font: CODE_FONT },
}
/** Of the text width of a page, in pixels. */
const WIDEST = 600
const HIGHEST = 820
const LONGEST_FORMULA = 2_000
const LONGEST_ADDRESS = 2_000

/** The bookmark that links within the document lead to. */
export const bookmarkOf = (pageId: number, id = ''): string =>
  `p${createHash('sha256').update(`${pageId}#${id}`).digest('hex').slice(0, 24)}`

/** The content of one paragraph. */
export function inlinesOf(nodes: readonly Node[], page: WordPage, { isCode = false } = {}): ParagraphChild[] {
  const pieces: Piece[] = []
  gather(nodes, { ...PLAIN, isCode }, page, pieces)
  return grouped(isCode ? pieces : collapsed(pieces))
}

function gather(nodes: readonly Node[], place: Place, page: WordPage, pieces: Piece[]): void {
  for (const node of nodes) {
    if (isElement(node)) gatherElement(node, place, page, pieces)
    else if (isText(node)) pieces.push({ text: wordText(node.data), look: place.look, link: place.link })
  }
}

function gatherElement(element: Element, place: Place, page: WordPage, pieces: Piece[]): void {
  const { name, attribs, children } = element
  const { link } = place
  if (attribs['id'] !== undefined)
    pieces.push({ child: new Bookmark({ id: bookmarkOf(page.id, attribs['id']), children: [] }), link: null })
  if (name === 'br') pieces.push({ child: new TextRun({ break: 1 }), link })
  else if (name === 'input') {
    pieces.push({ text: attribs['checked'] === undefined ? '☐ ' : '☑ ', look: place.look, link })
  } else if (name === 'img') pieces.push(pictureOf(attribs, page, place))
  else if (classesOf(element).includes('math')) pieces.push(formulaOf(textOf(element), place))
  else gather(children, placeIn(element, place, page), page, pieces)
}

function placeIn({ name, attribs }: Element, place: Place, page: WordPage): Place {
  const own = place.isCode ? colored(attribs['class'] ?? '') : LOOKS[name]
  const look = { ...place.look, ...own }
  if (name !== 'a') return { ...place, look }
  const link = linkOf(attribs['href'] ?? '', page)
  return link === null ? { ...place, look } : { ...place, look: { ...look, style: 'Hyperlink' }, link }
}

function colored(classes: string): Look {
  const color = codeColorOf(classes)
  return color === undefined ? {} : { color }
}

/** `#` and a bookmark, or an address; null for a link whose target is not available. */
function linkOf(href: string, page: WordPage): string | null {
  if (href.startsWith('#')) return `#${bookmarkOf(page.id, decoded(href.slice(1)))}`
  const pageId = page.pageIdAt.get(href)
  if (pageId !== undefined) {
    const [, section] = href.split('#', 2)
    return `#${bookmarkOf(pageId, section === undefined ? '' : `user-content-${decoded(section)}`)}`
  }
  const address = /^[/\\]{2}/.test(href) ? `https:${href}` : href
  if (!/^(https?|mailto|tel):/i.test(address) || !URL.canParse(address)) return null
  const whole = new URL(address).href
  return whole.length > LONGEST_ADDRESS ? null : whole
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function pictureOf({ src = '', alt = '' }: Readonly<Record<string, string>>, page: WordPage, place: Place): Piece {
  const [, inline] = /^data:image\/[a-z+]+;base64,(.*)$/is.exec(src) ?? []
  const bytes = inline === undefined ? page.pictures.get(src) : Buffer.from(inline, 'base64')
  const child = bytes ? pictureRun(bytes, { name: alt, description: alt }) : null
  if (!child) return { text: wordText(alt), look: { ...place.look, italics: true }, link: place.link }
  return { child, link: place.link }
}

interface PictureFacts {
  readonly name: string
  readonly description: string
  /** The width of the picture on the page. */
  readonly pixels?: number
}

/** Null for a format that Word cannot display. */
export function pictureRun(bytes: Uint8Array, { name, description, pixels = 1 }: PictureFacts): ImageRun | null {
  const picture = pictureIn(bytes)
  if (!picture) return null
  const scale = Math.min(1 / pixels, WIDEST / picture.width, HIGHEST / picture.height)
  return new ImageRun({
    ...{ type: picture.type, data: bytes },
    transformation: {
      width: Math.max(1, Math.round(picture.width * scale)),
      height: Math.max(1, Math.round(picture.height * scale)),
    },
    ...(name === ''
      ? {}
      : { altText: { name: wordText(name), title: wordText(name), description: wordText(description) } }),
  })
}

/** A formula in Word's own format, so that it can be edited there; its source when Word cannot represent it. */
function formulaOf(source: string, place: Place): Piece {
  const asTyped = { text: wordText(source), look: { ...place.look, font: CODE_FONT }, link: place.link }
  if (source.length > LONGEST_FORMULA) return asTyped
  try {
    return { child: new Formula({ children: [...latexToMath(groupedFences(wordText(source)))] }), link: null }
  } catch {
    return asTyped
  }
}

/** The text of an element and its descendants. */
export function textOf(node: Node): string {
  if (!isElement(node)) return isText(node) ? node.data : ''
  return node.name === 'br' ? '\n' : node.children.map(textOf).join('')
}

/** White space as displayed by browsers: collapsed, and none at the edges. */
function collapsed(pieces: readonly Piece[]): readonly Piece[] {
  let isAfterBlank = true
  const kept = pieces.map((piece): Piece => {
    if (!('text' in piece)) {
      if (!(piece.child instanceof Bookmark)) isAfterBlank = piece.child instanceof TextRun
      return piece
    }
    const text = piece.text.replaceAll(/[ \t\r\n\f]+/g, ' ')
    const shown = isAfterBlank ? text.replace(/^ /, '') : text
    if (shown !== '') isAfterBlank = shown.endsWith(' ')
    return { ...piece, text: shown }
  })
  return kept.filter((piece) => !('text' in piece) || piece.text !== '')
}

/** Adjacent parts of the same link become one link. */
function grouped(pieces: readonly Piece[]): ParagraphChild[] {
  const groups: { readonly link: string | null; readonly runs: ParagraphChild[] }[] = []
  for (const piece of pieces) {
    const last = groups.at(-1)
    if (last?.link === piece.link) for (const run of runsOf(piece)) last.runs.push(run)
    else groups.push({ link: piece.link, runs: runsOf(piece) })
  }
  return groups.flatMap(({ link, runs }) => {
    if (link === null) return runs
    if (link.startsWith('#')) return [new InternalHyperlink({ anchor: link.slice(1), children: runs })]
    return [new ExternalHyperlink({ link, children: runs })]
  })
}

/** Lines of code become separate elements, and tabs are as wide as in the product. */
function runsOf(piece: Piece): ParagraphChild[] {
  if (!('text' in piece)) return [piece.child]
  const lines = piece.text.replaceAll('\t', '    ').split(/\r\n|\r|\n/)
  return lines.map((text, at) => new TextRun({ ...piece.look, text, ...(at > 0 && { break: 1 }) }))
}
