import { isListItem, type Block } from './blocks.ts'
import { markdownOf, openMarkdown, type Session } from './session.ts'

/**
 * A probe, inserted to find out where it ends up in the output. It does not occur in texts: it belongs to no script.
 */
export const PROBE = '\uF8F0'

/** The top-level block at this offset of the text of an unchanged session; null in a text without blocks. */
export function blockAt(session: Session, at: number): string | null {
  const { ids, inside } = groupAt(session, at)
  // The items of a list are one piece of the source.
  return idAt(ids, ids.length > 1 ? openMarkdown(inside).blocks.length : 1)
}

/** Like `blockAt`, with the way to the innermost block below it: the index of a child at each level. */
export function placeAt(
  session: Session,
  at: number,
): { readonly id: string; readonly path: readonly number[] } | null {
  const { ids, inside } = groupAt(session, at)
  const { blocks } = openMarkdown(inside)
  const id = idAt(ids, blocks.length)
  if (id === null) return null
  const path: number[] = []
  for (let block = blocks.at(-1); block && block.children.length > 0; block = block.children.at(-1))
    path.push(block.children.length - 1)
  return { id, path }
}

const idAt = (ids: readonly string[], place: number): string | null =>
  ids[Math.min(Math.max(place, 1), ids.length) - 1] ?? null

/** The blocks of the piece of the source at this offset, and what of it is before the offset. */
export function groupAt({ groups }: Session, at: number) {
  let start = 0
  let found = { ids: groups[0]?.ids ?? [], source: groups[0]?.source ?? '', inside: '' }
  for (const { gap, source, ids } of groups) {
    start += gap.length
    if (start > at) break
    found = { ids, source, inside: source.slice(0, at - start) }
    start += source.length
  }
  return found
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
