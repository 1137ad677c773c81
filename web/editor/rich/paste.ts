import DOMPurify from 'dompurify'
import { editable } from '../markdown-blocks/line-endings.ts'
import { openMarkdown } from '../markdown-blocks/session.ts'
import type { RichEditor } from './rich-document.ts'

export interface PasteTarget {
  readonly editor: RichEditor
  insert(markdown: string): void
  pasteAsUsual(): boolean | undefined
}

/** HTML goes through the sanitiser before the editor looks at it (threats X6); text is read as markdown. */
export function pasteInto(event: ClipboardEvent, { editor, insert, pasteAsUsual }: PasteTarget): boolean | undefined {
  const data = event.clipboardData
  if (!data) return pasteAsUsual()
  const text = data.getData('text/plain')
  const { type } = editor.getTextCursorPosition().block
  if (type === 'codeBlock' || type === 'mdIsland') {
    editor.transact((transaction) => transaction.insertText(editable(text)))
    return true
  }
  const own = data.getData('blocknote/html')
  const html = own || data.getData('text/html')
  if (html) editor.pasteHTML(safeHtml(html), own !== '')
  else if (isMoreThanALine(text)) insert(text)
  else editor.pasteText(text)
  return true
}

/** Without scripts, styles and everything that loads something. */
export const safeHtml = (html: string): string =>
  DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'audio', 'video', 'source'],
    ALLOWED_URI_REGEXP:
      /^(?:(?:https?|mailto|tel):|data:image\/(?:png|jpe?g|gif|webp)[;,]|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
  })

function isMoreThanALine(text: string): boolean {
  const { blocks } = openMarkdown(editable(text))
  return blocks.length > 1 || (blocks[0] !== undefined && blocks[0].type !== 'paragraph')
}
