import { createExtension } from '@blocknote/core'
import { Plugin } from 'prosemirror-state'
import { changeTable, gridOf, isShaped } from './table-grid.ts'
import { tablePlace } from './table-place.ts'

/**
 * Normalises a changed table to what markdown can represent: anything else from a paste or the editor would be lost.
 */
export const tableShape = createExtension({
  key: 'table-shape',
  prosemirrorPlugins: [
    new Plugin({
      appendTransaction(transactions, _before, state) {
        const place = transactions.some(({ docChanged }) => docChanged) ? tablePlace(state) : null
        return place && !isShaped(place.table) ? changeTable(state.tr, place, gridOf(place.table)) : null
      },
    }),
  ],
})
