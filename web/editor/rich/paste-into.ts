import { editable } from '../markdown-blocks/line-endings.ts'
import { openMarkdown } from '../markdown-blocks/session.ts'
import { pastedFrom, type Pasted } from '../paste/clipboard.ts'
import { readableHtml } from '../paste/readable-html.ts'
import type { RichEditor } from './rich-schema.tsx'
import { safeHtml } from './safe-html.ts'

export interface PasteTarget {
  readonly editor: RichEditor
  insert(markdown: string): void
  /** Formatted text of which the person says what it is to become. */
  ask(pasted: Extract<Pasted, { kind: 'formatted' }>): void
  takeFiles(files: readonly File[]): void
  pasteAsUsual(): boolean | undefined
}

/** HTML goes through the sanitiser before the editor looks at it (threats X6); text is read as markdown. */
export function pasteInto(event: ClipboardEvent, target: PasteTarget): boolean | undefined {
  const { editor, insert } = target
  const data = event.clipboardData
  if (!data) return target.pasteAsUsual()
  const own = data.getData('blocknote/html')
  const { type } = editor.getTextCursorPosition().block
  const isCode = type === 'codeBlock' || type === 'mdIsland'
  if (own && !isCode) {
    editor.pasteHTML(safeHtml(own), true)
    return true
  }
  const pasted = pastedFrom(data)
  if (pasted.kind === 'files') target.takeFiles(pasted.files)
  else if (isCode) editor.transact((transaction) => transaction.insertText(editable(data.getData('text/plain'))))
  else if (pasted.kind === 'table') pasteHtml(editor, pasted.html)
  else if (pasted.kind === 'formatted') target.ask(pasted)
  else if (data.getData('text/html') === '' && isMoreThanALine(pasted.text)) insert(pasted.text)
  else editor.pasteText(pasted.text)
  return true
}

/** Formatted text as what it is in markdown. */
export const pasteHtml = (editor: RichEditor, html: string): void => editor.pasteHTML(safeHtml(readableHtml(html)))

function isMoreThanALine(text: string): boolean {
  const { blocks } = openMarkdown(editable(text))
  return blocks.length > 1 || (blocks[0] !== undefined && blocks[0].type !== 'paragraph')
}
