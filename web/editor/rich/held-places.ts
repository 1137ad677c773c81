import { createExtension } from '@blocknote/core'
import { Plugin, PluginKey, type EditorState, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import type { Awaited } from '../face-controls.ts'
import { heldMark } from '../held-mark.ts'

/** Below a block, above it, or in its line. */
export interface Held extends Awaited {
  readonly blockId: string
  /** In the document; null for insertions below or above the block. */
  readonly at: number | null
  /** The place that was deleted with the text around it, and the document in which it is again after undo. */
  readonly lost?: { readonly at: number; readonly doc: EditorState['doc'] }
  /** Above the line where the person goes on writing meanwhile. */
  readonly isAbove: boolean
  /** The block before that line, should the line be removed; null for none. */
  readonly beforeId: string | null
}

/** Changes of the positions in a transaction, after mapping them through its changes. */
type Change = (held: readonly Held[]) => readonly Held[]

const key = new PluginKey<readonly Held[]>('held-places')

const plugin = new Plugin<readonly Held[]>({
  key,
  state: {
    init: () => [],
    apply(transaction, before) {
      const change = transaction.getMeta(key) as Change | undefined
      const held = transaction.docChanged ? before.map((place) => followed(place, transaction)) : before
      return change ? change(held) : held
    },
  },
  props: { decorations: (state) => marksIn(state) },
})

/** Displays pending insertions. They are not part of the document. */
export const heldPlaces = createExtension({ key: 'held-places', prosemirrorPlugins: [plugin] })

export const heldIn = (state: EditorState): readonly Held[] => key.getState(state) ?? []

export const changeHeld = (transaction: Transaction, change: Change): void => void transaction.setMeta(key, change)

/** Text typed at the position goes after it. */
function followed({ lost, ...held }: Held, { mapping, before, doc }: Transaction): Held {
  if (lost?.doc.eq(doc)) return { ...held, at: lost.at }
  if (held.at === null) return lost ? { ...held, lost } : held
  const { pos, deletedAcross } = mapping.mapResult(held.at, -1)
  return deletedAcross ? { ...held, at: null, lost: { at: held.at, doc: before } } : { ...held, at: pos }
}

/** The start of the block with this id in the document. */
export function blockStart(document: EditorState['doc'], id: string): number | null {
  let found: number | null = null
  document.descendants((node, at) => {
    if (found === null && node.type.name === 'blockContainer' && node.attrs['id'] === id) found = at
    return found === null && !node.isTextblock
  })
  return found
}

function placeOfBlock(document: EditorState['doc'], { blockId, isAbove, beforeId }: Held): number | null {
  const start = blockStart(document, blockId)
  if (isAbove && start !== null) return start
  const above = start ?? (isAbove && beforeId !== null ? blockStart(document, beforeId) : null)
  return above === null ? null : above + (document.nodeAt(above)?.nodeSize ?? 0)
}

function marksIn(state: EditorState): DecorationSet | null {
  const held = heldIn(state).filter(({ label }) => label !== '')
  if (held.length === 0) return null
  const marks = held.flatMap((one) => {
    const { id, label } = one
    const place = one.at ?? placeOfBlock(state.doc, one)
    return place === null
      ? []
      : Decoration.widget(place, () => heldMark(label), { key: `held-${id} ${label}`, side: -1 })
  })
  return DecorationSet.create(state.doc, marks)
}
