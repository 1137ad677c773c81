import { createExtension } from '@blocknote/core'
import { depthOf, toLineBelowBlock } from './leave-block.ts'

/**
 * Ctrl+Enter leads from anywhere in a table, code or an island to an empty line below it: Enter stays within them, and the
 * arrows would take the way through all of their lines.
 */
export const belowKeys = createExtension(({ editor }) => ({
  key: 'below-keys',
  keyboardShortcuts: {
    'Mod-Enter': () => {
      const { prosemirrorState: state, prosemirrorView: view } = editor
      const { $head: place } = state.selection
      if (depthOf(place, 'table') === 0 && place.parent.type.spec.code !== true) return false
      const { tr } = state
      toLineBelowBlock(tr)
      view.dispatch(tr.scrollIntoView())
      return true
    },
  },
}))
