import type { EditorState, Transaction } from 'prosemirror-state'
import { isAllowedLink } from './allowed-link.ts'

/** A single address, as copied from the address bar of a browser or from a link of this site. */
const ADDRESS = /^(?:(?:https?|ftp):\/\/|mailto:|\/(?=\w+\/\d+$))[^\s<>"]+$/i

export const isAddress = (text: string): boolean => ADDRESS.test(text.trim()) && isAllowedLink(text.trim())

/** The selection as a link to this address; null unless it is within one line that is not code. */
export function linked(state: EditorState, address: string): Transaction | null {
  const { selection, schema, tr } = state
  const { $from: start, $to: end, from, to } = selection
  const link = schema.marks['link']
  const isLine = !selection.empty && start.sameParent(end) && start.parent.isTextblock && !start.parent.type.spec.code
  const text = isLine ? state.doc.textBetween(from, to, null, '\ufffc') : ''
  // Pasting an address over an address replaces it.
  if (!link || text.trim() === '' || isAddress(text) || !start.parent.type.allowsMarkType(link)) return null
  const blanks = { before: /^\s*/.exec(text)?.[0].length ?? 0, after: /\s*$/.exec(text)?.[0].length ?? 0 }
  return tr
    .addMark(from + blanks.before, to - blanks.after, link.create({ href: address.trim() }))
    .setStoredMarks([])
    .scrollIntoView()
}
