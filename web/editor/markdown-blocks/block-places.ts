import { isListItem, type Block } from './blocks.ts'
import { markdownOf, openMarkdown, type Session } from './session.ts'

/**
 * A probe, inserted to find out where it ends up in the output. It does not occur in texts: it belongs to no script.
 */
export const PROBE = '\uF8F0'

/** The top-level block at this offset of the text of an unchanged session; null in a text without blocks. */
export function blockAt({ groups }: Session, at: number): string | null {
  let start = 0
  let found = { ids: groups[0]?.ids ?? [], inside: '' }
  for (const { gap, source, ids } of groups) {
    start += gap.length
    if (start > at) break
    found = { ids, inside: source.slice(0, at - start) }
    start += source.length
  }
  // The items of a list are one piece of the source.
  const place = found.ids.length > 1 ? openMarkdown(found.inside).blocks.length : 1
  return found.ids[Math.min(Math.max(place, 1), found.ids.length) - 1] ?? null
}

/** The end of a top-level block, or of its list, in the markdown; null when it cannot be determined. */
export function endOf(blocks: readonly Block[], index: number, session: Session): number | null {
  const markdown = markdownOf(blocks, session)
  for (let last = index; last < blocks.length; last += 1) {
    const at = probedAt(blocks.toSpliced(last + 1, 0, PROBING), session, markdown)
    if (at !== null) return markdown.slice(0, at).trimEnd().length
    // Splitting a list may rewrite it.
    const next = blocks[last + 1]
    if (!next || !isListItem(next)) break
  }
  return null
}

/** The offset of the probe in these blocks, within the markdown of the same blocks without it. */
export function probedAt(blocks: readonly Block[], session: Session, markdown: string): number | null {
  const before = markdownOf(blocks, session).split(PROBE)[0] ?? ''
  const text = before.trimEnd()
  if (markdown.includes(PROBE) || !markdown.startsWith(text)) return null
  return markdown.startsWith(before) ? before.length : text.length
}

const PROBING: Block = {
  id: 'probe',
  type: 'paragraph',
  props: {},
  content: [{ type: 'text', text: PROBE, styles: {} }],
  children: [],
}
