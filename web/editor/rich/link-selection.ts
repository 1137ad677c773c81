import type { EditorState, Transaction } from 'prosemirror-state'
import { isAllowedLink } from './allowed-link.ts'

/** One address and nothing else, as it is copied from the bar of a browser or from a link of this site. */
const ADDRESS = /^(?:(?:https?|ftp):\/\/|mailto:|\/(?=\w+\/\d+$))[^\s<>"]+$/i

export const isAddress = (text: string): boolean => ADDRESS.test(text.trim()) && isAllowedLink(text.trim())

/** What is selected as a link to this address; null unless it is a part of one line that is no code. */
export function linked(state: EditorState, address: string): Transaction | null {
  const { selection, schema, tr } = state
  const { $from: start, $to: end, from, to } = selection
  const link = schema.marks['link']
  const isLine = !selection.empty && start.sameParent(end) && start.parent.isTextblock && !start.parent.type.spec.code
  const text = isLine ? state.doc.textBetween(from, to, null, '\ufffc') : ''
  // Over an address people paste another one to have it instead.
  if (!link || text.trim() === '' || isAddress(text) || !start.parent.type.allowsMarkType(link)) return null
  const blanks = { before: /^\s*/.exec(text)?.[0].length ?? 0, after: /\s*$/.exec(text)?.[0].length ?? 0 }
  return tr
    .addMark(from + blanks.before, to - blanks.after, link.create({ href: address.trim() }))
    .setStoredMarks([])
    .scrollIntoView()
}
