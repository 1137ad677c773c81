import { createExtension } from '@blocknote/core'
import { Plugin, type EditorState } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

type Document = EditorState['doc']

/**
 * Displays bare addresses like the links readers get. They are text: a link of the editor would keep the old address
 * during further typing.
 */
export const shownAddresses = createExtension({
  key: 'shown-addresses',
  prosemirrorPlugins: [
    new Plugin<DecorationSet>({
      state: {
        init: (_, { doc }) => DecorationSet.create(doc, addressesIn(doc, 0, doc.content.size)),
        apply(transaction, shown) {
          if (!transaction.docChanged) return shown
          const { doc } = transaction
          let found = shown.map(transaction.mapping, doc)
          transaction.mapping.maps.forEach((map, index) => {
            const later = transaction.mapping.slice(index + 1)
            map.forEach((_start, _end, from, to) => {
              const place = paragraphsAround(doc, later.map(from, -1), later.map(to, 1))
              found = found.remove(found.find(place.from, place.to))
              found = found.add(doc, addressesIn(doc, place.from, place.to))
            })
          })
          return found
        },
      },
      props: {
        decorations(state) {
          return this.getState(state)
        },
      },
      // The editor would create its own links while typing.
      filterTransaction(transaction) {
        transaction.setMeta('preventAutolink', true)
        return true
      },
    }),
  ],
})

const ADDRESS =
  /(?:https?|ftp):\/\/[^\s<>"'`，。；：、！？（）【】《》“”‘’\ufffc]*[^\s<>"'`，。；：、！？（）【】《》“”‘’\ufffc.,;:!?)\]}*_~]/gi

function addressesIn(document: Document, from: number, to: number): Decoration[] {
  const found: Decoration[] = []
  document.nodesBetween(from, to, (node, at) => {
    if (!node.isTextblock) return true
    if (node.type.spec.code) return false
    const text = node.textBetween(0, node.content.size, null, '\ufffc')
    for (const { 0: address, index } of text.matchAll(ADDRESS)) {
      const start = at + 1 + index
      found.push(Decoration.inline(start, start + address.length, { class: 'shown-address' }))
    }
    return false
  })
  return found
}

function paragraphsAround(document: Document, from: number, to: number): { from: number; to: number } {
  const [start, end] = [document.resolve(from), document.resolve(Math.min(to, document.content.size))]
  return {
    from: start.parent.isTextblock ? start.before() : from,
    to: end.parent.isTextblock ? end.after() : end.pos,
  }
}
