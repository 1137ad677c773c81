import type { Inline, StyledText, TextStyles } from '../markdown-blocks/blocks.ts'
import { TAG_STYLES, type TagStyle } from '../markdown-blocks/tag-styles.ts'
import { isAllowedLink } from '../rich/allowed-link.ts'
import { codeIn } from './html-code.ts'
import { formulaIn, formulaInline } from './html-formulas.ts'
import type { PictureFate } from './held-pictures.ts'
import { pathBelow } from '#web/site-path.ts'

export interface InlineReading {
  /** Takes note of a picture in the text. */
  picture(source: string): PictureFate
  /** What stands where a picture is held. */
  readonly held: string
}

/** Texts refer to places of the site by relative paths. */
const writtenAddress = (address: string): string =>
  address.startsWith('/') ? (pathBelow(address) ?? address) : address

export const lineBreak = (): Inline => ({ type: 'text', text: '\n', styles: {} })

/** The inline content of a node. */
export const inlinesIn = (node: Node, reading: InlineReading): Inline[] => inlines(node, {}, reading)

function inlines(node: Node, styles: TextStyles, reading: InlineReading): Inline[] {
  if (node.nodeType === Node.TEXT_NODE) {
    const text = (node.nodeValue ?? '').replaceAll(/[ \t\r\n\f]+/g, ' ')
    return text === '' ? [] : [{ type: 'text', text, styles }]
  }
  const formula = node instanceof Element ? formulaIn(node) : null
  if (formula) return [formulaInline(formula)]
  if (!(node instanceof HTMLElement)) return []
  const style = node.getAttribute('style') ?? ''
  if (/^(?:STYLE|SCRIPT|TITLE|INPUT|BUTTON)$/.test(node.tagName)) return []
  if (node.tagName === 'BR') return [lineBreak()]
  if (node.tagName === 'IMG') return pictureIn(node, reading)
  if (node.tagName === 'PRE') return linesOfCode(codeIn(node))
  const own = stylesOf(node, style, styles)
  const inner = [...node.childNodes].flatMap((child) => inlines(child, own, reading))
  return node.tagName === 'A' ? linkOf(node, inner, reading) : inner
}

/** Code within a line: its lines, with indentation that readers see. */
const linesOfCode = (code: string): Inline[] =>
  code.split('\n').flatMap((line, at): Inline[] => {
    const text = line
      .replaceAll('\t', '    ')
      .replace(/^ +/, (indent) => '\u00a0'.repeat(indent.length))
      .trimEnd()
    return [
      ...(at > 0 ? [lineBreak()] : []),
      ...(text === '' ? [] : [{ type: 'text', text, styles: { code: true } } as const]),
    ]
  })

/** A link of its words, and one of each picture in it: the text has no links around both. */
function linkOf(node: HTMLElement, inner: Inline[], { held }: InlineReading): Inline[] {
  const href = writtenAddress((node.getAttribute('href') ?? '').trim())
  if (href === '' || href.startsWith('#') || !isAllowedLink(href)) return inner
  const linked: Inline[] = []
  let label: StyledText[] = []
  const end = (): void => {
    linked.push(...textLink(label, href))
    label = []
  }
  for (const inline of inner) {
    if (inline.type === 'text') {
      label.push(inline)
      continue
    }
    end()
    linked.push(inline.type === 'mdRaw' && inline.props.raw !== held ? pictureLink(inline, href) : inline)
  }
  end()
  // A picture that is not there yet, or did not come, cannot be a link: the address stands beside it.
  const isAddressLost =
    node.querySelector('img') !== null &&
    inner.every((inline) => (inline.type === 'mdRaw' ? inline.props.raw === held : isBlank(inline)))
  if (!isAddressLost) return linked
  return [...linked, ...(linked.length > 0 ? [plain(' ')] : []), ...textLink([plain(href)], href)]
}

const plain = (text: string): StyledText => ({ type: 'text', text, styles: {} })
const isBlank = (inline: Inline): boolean => inline.type === 'text' && inline.text.trim() === ''

function textLink(label: readonly StyledText[], href: string): readonly Inline[] {
  if (label.every(isBlank)) return label
  // A bare address is text; the renderer creates the link.
  const isItsText =
    label.map(({ text }) => text).join('') === href &&
    /^https?:/i.test(href) &&
    label.every(({ styles }) => Object.keys(styles).length === 0)
  return isItsText ? label : [{ type: 'link', href, content: label }]
}

/** Sites often link a picture to itself: readers can enlarge it anyway. */
function pictureLink(picture: RawInline, href: string): Inline {
  const { raw } = picture.props
  const address = `(<${withinBrackets(href)}>)`
  return raw.startsWith('![') && !raw.endsWith(address) ? rawOf(`[${raw}]${address}`) : picture
}

type RawInline = Extract<Inline, { readonly type: 'mdRaw' }>
const rawOf = (raw: string): RawInline => ({ type: 'mdRaw', props: { raw } })
const withinBrackets = (address: string): string => address.replaceAll(/[<>\s]/g, encodeURIComponent)

/** The address of a picture; some sites put it elsewhere until the picture is in sight. */
export const pictureSource = (image: Element): string =>
  writtenAddress(image.getAttribute('data-src') ?? image.getAttribute('src') ?? '')

function pictureIn(image: HTMLElement, reading: InlineReading): Inline[] {
  const source = pictureSource(image)
  const fate = reading.picture(source)
  if (fate !== 'shown') return fate === 'held' ? [rawOf(reading.held)] : []
  const name = (image.getAttribute('alt') ?? '').replaceAll(/[[\]\\\n]/g, ' ')
  return [rawOf(`![${name}](<${withinBrackets(source)}>)`)]
}

const TAG_STYLE_OF: Readonly<Record<string, TagStyle>> = Object.fromEntries(
  Object.entries(TAG_STYLES).map(([style, tag]) => [tag.toUpperCase(), style as TagStyle]),
)

/** The style that only a tag can keep; by the element's name, or by what office programs and Google Docs write. */
function tagStyleOf(node: HTMLElement, style: string): TagStyle | undefined {
  if (/vertical-align:\s*super/i.test(style)) return 'raised'
  if (/vertical-align:\s*sub/i.test(style)) return 'lowered'
  const named = TAG_STYLE_OF[node.tagName]
  if (named) return named === 'underline' && isInLink(node) ? undefined : named
  if (isHighlighted(style)) return 'marked'
  return /text-decoration[^;]*underline/i.test(style) && !isInLink(node) ? 'underline' : undefined
}

/** Links are underlined everywhere. */
const isInLink = (node: HTMLElement): boolean =>
  node.closest('a[href]') !== null || node.querySelector('a[href]') !== null

/** By a colour that no page has as its background. Browsers write the look of a page itself with many properties. */
function isHighlighted(style: string): boolean {
  if (/mso-highlight/i.test(style)) return true
  const colour = /background(?:-color)?:\s*(#[0-9a-f]{6}\b|rgb\([^)]*\)|[a-z]+)/i.exec(style)?.[1]?.toLowerCase()
  if (colour === undefined || /-webkit-text-stroke|text-decoration-thickness/i.test(style)) return false
  const parts = colour.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    : [...colour.matchAll(/\d+/g)].map(([part]) => Number(part))
  if (parts.length === 0) return /^(?:yellow|lime|aqua|cyan|fuchsia|magenta)$/.test(colour)
  return Math.max(...parts) - Math.min(...parts) >= VIVID
}
const VIVID = 40

function stylesOf(node: HTMLElement, style: string, outer: TextStyles): TextStyles {
  const { tagName } = node
  if (outer.code || /^(?:CODE|SAMP|TT)$/.test(tagName)) return { code: true }
  const tagStyle = tagStyleOf(node, style)
  const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase()
  const isBold = weight
    ? weight === 'bold' || weight === 'bolder' || Number(weight) >= 600
    : /^(?:B|STRONG)$/.test(tagName)
  const slant = /font-style:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase()
  const isItalic = slant ? slant === 'italic' : /^(?:I|EM|CITE|DFN|VAR)$/.test(tagName)
  const isStruck = /^(?:S|STRIKE|DEL)$/.test(tagName) || /text-decoration[^;]*line-through/i.test(style)
  return {
    ...outer,
    ...(isBold && { bold: true }),
    ...(isItalic && { italic: true }),
    ...(isStruck && { strike: true }),
    ...(tagStyle && { [tagStyle]: true }),
  }
}
