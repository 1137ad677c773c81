import { createExtension } from '@blocknote/core'
import { Plugin, type EditorState, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

type Node = EditorState['doc']

/** The attributes of an item. */
interface Mark {
  readonly from: number
  readonly to: number
  /** Null unless it has one. */
  readonly number: number | null
  readonly follows: boolean
}

/**
 * Displays the numbers of ordered lists, which are not part of the document, and marks the items that stand close
 * below another one of their list. The editor's own counting takes quadratic time at each change, and styles that
 * look at the block above as long as there are blocks.
 */
export const listMarks = createExtension({
  key: 'list-marks',
  prosemirrorPlugins: [
    new Plugin<DecorationSet>({
      state: {
        init: (_, { doc }) => DecorationSet.create(doc, marksIn(doc).map(shown)),
        apply(transaction, before) {
          if (!transaction.docChanged) return before
          const moved = before.map(transaction.mapping, transaction.doc)
          return isWithinLines(transaction) ? moved : markedAgain(moved, transaction.doc)
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

// Not of the whole block: all of those would be moved at every key.
const shown = ({ from, to, number, follows }: Mark): Decoration =>
  Decoration.node(
    from,
    to,
    {
      ...(number !== null && { 'data-index': String(number), style: `list-style-type: '${number}. '` }),
      ...(follows && { 'data-follows': '' }),
    },
    { number, follows },
  )

function markedAgain(before: DecorationSet, doc: Node): DecorationSet {
  const old = new Map(before.find().map((decoration) => [decoration.from, decoration]))
  const added: Decoration[] = []
  for (const mark of marksIn(doc)) {
    const known = old.get(mark.from)
    const { number, follows } = (known?.spec ?? {}) as Partial<Mark>
    if (known?.to === mark.to && number === mark.number && follows === mark.follows) old.delete(mark.from)
    else added.push(shown(mark))
  }
  const kept = old.size > 0 ? before.remove([...old.values()]) : before
  return added.length > 0 ? kept.add(doc, added) : kept
}

/** Bullets and tasks make one list in markdown. */
const LISTS: Readonly<Record<string, string>> = {
  ...{ bulletListItem: 'bullets', checkListItem: 'bullets', numberedListItem: 'numbers' },
}

/** Beyond this, marks that move with every key would be felt; the styles of long pages do without. */
const MOST_MARKED = 1_000

/** The marks of all items, in document order. */
function marksIn(doc: Node): Mark[] {
  const found: Mark[] = []
  const isMarked = (doc.firstChild?.childCount ?? 0) <= MOST_MARKED
  // The first item within another stands as close to it as the next.
  const read = (group: Node, start: number, isInItem: boolean): void => {
    let number: number | null = null
    let above: string | undefined
    group.forEach((block, offset, index) => {
      const [content, children] = [block.firstChild, block.maybeChild(1)]
      const from = start + offset + 1
      const list = LISTS[content?.type.name ?? '']
      const follows = isMarked && list !== undefined && (index === 0 ? isInItem : list === above)
      above = list
      const said = content?.attrs['start'] as number | undefined
      number = list === 'numbers' ? (said ?? (number === null ? 1 : number + 1)) : null
      if (content && (follows || number !== null)) found.push({ from, to: from + content.nodeSize, number, follows })
      if (content && children) read(children, from + content.nodeSize + 1, list !== undefined)
    })
  }
  if (doc.firstChild) read(doc.firstChild, 1, false)
  return found
}
