import { limits } from '#core/limits.ts'
import { storable } from '../storable.ts'

/** The usable content of a clipboard. */
export type Pasted =
  | { readonly kind: 'files'; readonly files: readonly File[] }
  | { readonly kind: 'text'; readonly text: string }
  /** Markdown copied as rich text; surrounding spaces are not part of it. */
  | { readonly kind: 'markdown'; readonly markdown: string; readonly before: string; readonly after: string }
  /** Several lines from a code editor. */
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  /**
   * Formatted content converted without asking, because it would lose its meaning as plain text: a table, a picture, a
   * short list or link.
   */
  | { readonly kind: 'structure'; readonly html: string }
  /** Formatted text for which the person is asked what it should become (spec §5). */
  | { readonly kind: 'formatted'; readonly html: string; readonly text: string }

/** The format for rich text besides its HTML. */
export const RICH_TEXT = 'application/x-octavo-rich-text'
export interface CopiedRichText {
  readonly markdown: string
  readonly before: string
  readonly after: string
}

/** Shorter formatted text is pasted as plain text without asking (spec §5), unless it has structure. */
export const isShortPaste = (html: string): boolean => html.length < limits.pastedHtmlAsked

/** Programs often copy several formats: selects the best one, without loading or running any of it. */
export function pastedFrom(data: DataTransfer): Pasted {
  const own = copiedRichText(data)
  if (own) return { kind: 'markdown', ...own }
  const html = storable(data.getData('text/html'))
  const text = storable(data.getData('text/plain'))
  const code = codeFrom(data, text)
  if (code) return code
  const page = html === '' ? null : new DOMParser().parseFromString(html, 'text/html')
  const files = [...data.files]
  if (files.length > 0 && (!page || isOnlyPicture(page))) return { kind: 'files', files }
  const plain: Pasted = { kind: 'text', text: text || textOf(page) }
  if (!page) return plain
  if (isOnlyTable(page) || isOnlyPicture(page)) return { kind: 'structure', html }
  if (isShortPaste(html)) return hasStructure(page) ? { kind: 'structure', html } : plain
  return isFormatted(page) ? { kind: 'formatted', html, text: plain.text } : plain
}

/** Whether the clipboard contains something that cannot be stored, and is dropped. */
export const hasUnstorable = (data: DataTransfer): boolean =>
  ['text/plain', 'text/html'].some((type) => storable(data.getData(type)) !== data.getData(type))

function copiedRichText(data: DataTransfer): CopiedRichText | null {
  const json = data.getData(RICH_TEXT)
  if (json === '') return null
  try {
    const { markdown, before, after } = JSON.parse(json) as Record<keyof CopiedRichText, unknown>
    const [spacesBefore, spacesAfter] = [before, after].map((spaces) => /^\s*/.exec(String(spaces))?.[0] ?? '')
    return { markdown: storable(String(markdown)), before: spacesBefore ?? '', after: spacesAfter ?? '' }
  } catch {
    return null
  }
}

// The format VS Code adds.
function codeFrom(data: DataTransfer, text: string): Pasted | null {
  const said = data.getData('vscode-editor-data')
  if (said === '' || !text.includes('\n')) return null
  const language = /"mode":"([\w+#.-]+)"/.exec(said)?.[1] ?? ''
  return /^(?:markdown|plaintext|)$/.test(language) ? { kind: 'text', text } : { kind: 'code', text, language }
}

// A picture copied from a web page comes as bytes and as its address; text with pictures comes as HTML.
const isOnlyPicture = ({ body }: Document): boolean => body.querySelector('img') !== null && visibleText(body) === ''

const PLAIN = new Set(['SPAN', 'FONT', 'DIV', 'BR', 'META', 'STYLE'])

/** Whether it is more than letters: browsers copy a single word as HTML with its colours. */
const isFormatted = (page: Document): boolean =>
  isCode(page) ||
  [...page.body.querySelectorAll('*')].some(
    (element) =>
      !PLAIN.has(element.tagName) ||
      /font-(weight|style)|vertical-align:\s*su/.test(element.getAttribute('style') ?? ''),
  )

/** Lines that code editors copy as blocks, with their indentation. */
const isCode = ({ body }: Document): boolean =>
  [...body.querySelectorAll('[style*="white-space"]')].some(
    (element) =>
      /white-space:\s*(?:pre|break-spaces)/.test(element.getAttribute('style') ?? '') &&
      element.querySelectorAll('div, br').length > 1,
  )

const STRUCTURE =
  'a[href], ul, ol, table, img, h1, h2, h3, h4, h5, h6, pre, blockquote, sup, sub, annotation, [data-formula], .markdown-alert, .ne-alert'
const hasStructure = (page: Document): boolean => isCode(page) || page.body.querySelector(STRUCTURE) !== null

export function isOnlyTable({ body }: Document): boolean {
  const rest = body.cloneNode(true) as HTMLElement
  const tables = rest.querySelectorAll('table')
  for (const table of tables) table.remove()
  return tables.length > 0 && visibleText(rest) === ''
}

function visibleText(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement
  for (const hidden of copy.querySelectorAll('style, script, title, xml')) hidden.remove()
  return (copy.textContent ?? '').trim()
}

const textOf = (page: Document | null): string => (page ? visibleText(page.body) : '')
