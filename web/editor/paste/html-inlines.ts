import type { Inline, StyledText, TextStyles } from '../markdown-blocks/blocks.ts'
import { TAG_STYLES, type TagStyle } from '../markdown-blocks/tag-styles.ts'
import { isAllowedLink } from '../rich/allowed-link.ts'
import { formulaIn, formulaInline } from './html-formulas.ts'
import { pathBelow } from '#web/site-path.ts'

export interface InlineReading {
  /** @returns whether a picture with this address can be part of the text */
  picture(source: string): boolean
}

/** Texts refer to places of the site by relative paths. */
export const writtenAddress = (address: string): string =>
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
  const own = stylesOf(node, style, styles)
  const inner = [...node.childNodes].flatMap((child) => inlines(child, own, reading))
  return node.tagName === 'A' ? linkOf(node, inner) : inner
}

function linkOf(node: HTMLElement, inner: Inline[]): Inline[] {
  const href = writtenAddress((node.getAttribute('href') ?? '').trim())
  const label = inner.filter((inline): inline is StyledText => inline.type === 'text')
  const isLink = href !== '' && !href.startsWith('#') && isAllowedLink(href) && label.length === inner.length
  const text = label.map((part) => part.text).join('')
  if (!isLink || text.trim() === '') return inner
  // A bare address is text; the renderer creates the link.
  const isItsText =
    text === href && /^https?:/i.test(href) && label.every((part) => Object.keys(part.styles).length === 0)
  return isItsText ? inner : [{ type: 'link', href, content: label }]
}

function pictureIn(image: HTMLElement, reading: InlineReading): Inline[] {
  const source = writtenAddress(image.getAttribute('data-src') ?? image.getAttribute('src') ?? '')
  if (!reading.picture(source)) return []
  const name = (image.getAttribute('alt') ?? '').replaceAll(/[[\]\\\n]/g, ' ')
  return [{ type: 'mdRaw', props: { raw: `![${name}](<${source.replaceAll(/[<>\s]/g, encodeURIComponent)}>)` } }]
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

/** Code with its lines, one per block in it, and its indentation. */
export function codeIn(element: HTMLElement): string {
  let text = ''
  const read = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) text += node.nodeValue ?? ''
    if (!(node instanceof HTMLElement)) return
    if (/^(?:STYLE|SCRIPT|BUTTON)$/.test(node.tagName)) return
    if (node.tagName === 'BR') {
      text += '\n'
      return
    }
    const isLine = node !== element && isLineOfCode(node)
    if (isLine && text !== '' && !text.endsWith('\n')) text += '\n'
    const before = text.length
    for (const child of node.childNodes) read(child)
    // An empty line counts.
    if (isLine && (text.length === before || !text.endsWith('\n'))) text += '\n'
  }
  read(element)
  return text.replaceAll('\r\n', '\n').replaceAll('\u00a0', ' ').replace(/\n+$/, '')
}

const isLineOfCode = (node: HTMLElement): boolean =>
  /^(?:DIV|P|LI|TR)$/.test(node.tagName) ||
  (node.tagName === 'CODE' && node.parentElement?.querySelectorAll(':scope > code').length !== 1)
