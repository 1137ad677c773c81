import { limits } from '#core/limits.ts'

/** What a clipboard holds, as the editor takes it. */
export type Pasted =
  | { readonly kind: 'files'; readonly files: readonly File[] }
  | { readonly kind: 'text'; readonly text: string }
  /** Nothing but a table, as spreadsheet programs copy it. */
  | { readonly kind: 'table'; readonly html: string }
  /** Formatted text of which the person says what it is to become (spec §5). */
  | { readonly kind: 'formatted'; readonly html: string; readonly text: string }

/** Shorter formatted text is pasted as plain text without a question (spec §5). */
export const isShortPaste = (html: string): boolean => html.length < limits.pastedHtmlAsked

/** Programs often copy one thing in several ways: the best of them, without loading or running any of it. */
export function pastedFrom(data: DataTransfer): Pasted {
  const html = data.getData('text/html')
  const text = data.getData('text/plain')
  const page = html === '' ? null : new DOMParser().parseFromString(html, 'text/html')
  const files = [...data.files]
  if (files.length > 0 && (!page || isOnlyPicture(page))) return { kind: 'files', files }
  if (!page || isShortPaste(html) || !isFormatted(page)) return { kind: 'text', text: text || textOf(page) }
  return isOnlyTable(page) ? { kind: 'table', html } : { kind: 'formatted', html, text: text || textOf(page) }
}

// A copied picture of a web page comes as its bytes and as its address; text with pictures in it comes as HTML.
const isOnlyPicture = ({ body }: Document): boolean => body.querySelector('img') !== null && visibleText(body) === ''

const PLAIN = new Set(['SPAN', 'FONT', 'DIV', 'BR', 'META', 'STYLE'])

/** Whether there is more to it than letters: browsers copy a single word as HTML with its colours. */
const isFormatted = ({ body }: Document): boolean =>
  [...body.querySelectorAll('*')].some(
    (element) => !PLAIN.has(element.tagName) || /font-(weight|style)/.test(element.getAttribute('style') ?? ''),
  )

function isOnlyTable({ body }: Document): boolean {
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
