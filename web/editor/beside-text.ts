import { editable, withLineEndsOf } from './markdown-blocks/line-endings.ts'

/** Where something stands beside all of the text of a page. */
export type TextSide = 'above' | 'below'

/** The text with this beside it, as blocks of its own. Blanks change nothing. */
export function besideText(added: string, text: string, side: TextSide): string {
  if (added.trim() === '') return text
  const own = editable(text)
  if (own.trim() === '') return withLineEndsOf(text, added)
  return withLineEndsOf(text, side === 'above' ? `${added}\n\n${own}` : `${own.trimEnd()}\n\n${added}`)
}
