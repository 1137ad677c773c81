import { createExtension } from '@blocknote/core'
import { Plugin, PluginKey, type EditorState } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { heldMark } from '../held-mark.ts'

/** The block after which something comes, and what is said there until it does. */
interface HeldBlock {
  readonly id: number
  readonly blockId: string
  readonly label: string
}
type Change = { readonly add: HeldBlock } | { readonly remove: number }

const key = new PluginKey<readonly HeldBlock[]>('held-blocks')

const plugin = new Plugin<readonly HeldBlock[]>({
  key,
  state: {
    init: () => [],
    apply(transaction, held) {
      const change = transaction.getMeta(key) as Change | undefined
      if (!change) return held
      return 'add' in change ? [...held, change.add] : held.filter(({ id }) => id !== change.remove)
    },
  },
  props: { decorations: (state) => marksIn(state) },
})

/** Shows held places below their blocks. They are no part of the document. */
export const heldBlocks = createExtension({ key: 'held-blocks', prosemirrorPlugins: [plugin] })

export const heldMeta = key
export const hasHeld = (state: EditorState, id: number): boolean =>
  key.getState(state)?.some((place) => place.id === id) ?? false
export type HeldChange = Change

function marksIn(state: EditorState): DecorationSet | null {
  const held = key.getState(state) ?? []
  if (held.length === 0) return null
  const marks: Decoration[] = []
  state.doc.descendants((node, at) => {
    for (const { blockId, id, label } of held) {
      if (node.type.name !== 'blockContainer' || node.attrs['id'] !== blockId) continue
      marks.push(Decoration.widget(at + node.nodeSize, () => heldMark(label), { key: `held-${id}`, side: -1 }))
    }
    return !node.isTextblock
  })
  return DecorationSet.create(state.doc, marks)
}
