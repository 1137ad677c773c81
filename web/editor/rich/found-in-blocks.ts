import type { EditorState } from 'prosemirror-state'

type DocumentNode = EditorState['doc']

export interface Found<What> {
  readonly what: What
  /** In the document. */
  readonly at: number
}

/**
 * A search of a document that searches blocks only when they changed.
 * @param search finds in a block, with places relative to its content
 */
export function foundInBlocks<What>(
  search: (block: DocumentNode) => ReadonlyArray<Found<What>>,
): (document: DocumentNode) => ReadonlyArray<Found<What>> {
  const known = new WeakMap<DocumentNode, ReadonlyArray<Found<What>>>()
  const foundIn = (block: DocumentNode): ReadonlyArray<Found<What>> => {
    const before = known.get(block)
    if (before) return before
    const found = search(block)
    known.set(block, found)
    return found
  }
  return (document) => {
    const found: Array<Found<What>> = []
    // One group contains all blocks of a page.
    document.forEach((group, groupAt) =>
      group.forEach((block, blockAt) => {
        // Inside the group and the block.
        const begin = groupAt + 1 + blockAt + 1
        for (const { what, at } of foundIn(block)) found.push({ what, at: begin + at })
      }),
    )
    return found
  }
}
