import { createExtension } from '@blocknote/core'
import { Plugin } from 'prosemirror-state'
import { changeTable, gridOf, isShaped } from './table-grid.ts'
import { tablePlace } from './table-place.ts'

/** A table that is changed stays one that markdown can keep: what else a paste or the editor makes of it would be lost. */
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
