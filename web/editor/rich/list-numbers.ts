import { createExtension } from '@blocknote/core'
import { Plugin, type EditorState, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

type Node = EditorState['doc']

interface Numbered {
  readonly from: number
  readonly to: number
  readonly number: number
}

/**
 * Displays the numbers of ordered lists, which are not part of the document. The editor's own counting takes quadratic
 * time at each change.
 */
export const listNumbers = createExtension({
  key: 'list-numbers',
  prosemirrorPlugins: [
    new Plugin<DecorationSet>({
      state: {
        init: (_, { doc }) => DecorationSet.create(doc, numberedIn(doc).map(shown)),
        apply(transaction, before) {
          if (!transaction.docChanged) return before
          const moved = before.map(transaction.mapping, transaction.doc)
          return isWithinLines(transaction) ? moved : renumbered(moved, transaction.doc)
        },
      },
      props: {
        decorations(state) {
          return this.getState(state)
        },
      },
    }),
  ],
})

/** Whether only text within lines changes, as with most keys: no item comes, goes or moves. */
const isWithinLines = ({ mapping: { maps }, docs, doc }: Transaction): boolean =>
  maps.every((map, index) => {
    const [before, after] = [docs[index], docs[index + 1] ?? doc]
    let [isChanged, isWithin] = [false, true]
    map.forEach((oldStart, oldEnd, start, end) => {
      isChanged = true
      isWithin &&= before !== undefined && isInLine(before, oldStart, oldEnd) && isInLine(after, start, end)
    })
    // A step without a range changes attributes, such as the number that a list begins with.
    return isChanged && isWithin
  })

function isInLine(doc: Node, from: number, to: number): boolean {
  const start = doc.resolve(from)
  return start.parent.isTextblock && to <= start.end()
}

const shown = ({ from, to, number }: Numbered): Decoration =>
  Decoration.node(from, to, { 'data-index': String(number) }, { number })

function renumbered(before: DecorationSet, doc: Node): DecorationSet {
  const old = new Map(before.find().map((decoration) => [decoration.from, decoration]))
  const added: Decoration[] = []
  for (const item of numberedIn(doc)) {
    const known = old.get(item.from)
    const { number } = (known?.spec ?? {}) as Partial<Numbered>
    if (known?.to === item.to && number === item.number) old.delete(item.from)
    else added.push(shown(item))
  }
  const kept = old.size > 0 ? before.remove([...old.values()]) : before
  return added.length > 0 ? kept.add(doc, added) : kept
}

/** The items with their numbers, in document order. */
function numberedIn(doc: Node): Numbered[] {
  const found: Numbered[] = []
  const read = (group: Node, start: number): void => {
    let last: number | null = null
    group.forEach((block, offset) => {
      const [content, children] = [block.firstChild, block.maybeChild(1)]
      const at = start + offset + 1
      if (content?.type.name === 'numberedListItem') {
        const said = content.attrs['start'] as number | undefined
        last = said ?? (last === null ? 1 : last + 1)
        found.push({ from: at, to: at + content.nodeSize, number: last })
      } else last = null
      if (content && children) read(children, at + content.nodeSize + 1)
    })
  }
  if (doc.firstChild) read(doc.firstChild, 1)
  return found
}
