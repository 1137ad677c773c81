import type { SuggestionMenuController } from '@blocknote/react'
import type { ComponentProps } from 'react'

type Floating = NonNullable<ComponentProps<typeof SuggestionMenuController>['floatingUIOptions']>

/** To the line of the cursor. */
const GAP = 10
/** To the edges of the window. */
const MARGIN = 10

/**
 * Where a menu at the cursor stands: below its line, or above it where it does not fit below and there is more room. The
 * editor's own choice is made while the menu is still empty, and kept: at the end of a page it showed a single entry.
 */
export const besideCursor: Floating = {
  useFloatingOptions: {
    middleware: [
      {
        name: 'beside-cursor',
        fn({ rects, elements: { reference, floating } }) {
          const cursor = reference.getBoundingClientRect()
          // With what is cut off. Without its limit it could be measured at once, but would be scrolled to its beginning.
          const list = floating.querySelector('.bn-suggestion-menu')
          const wanted = floating.offsetHeight + (list ? list.scrollHeight - list.clientHeight : 0)
          const width = floating.offsetWidth
          const { clientHeight, clientWidth } = document.documentElement
          // Some phones lay their keyboard over the window.
          const seen = visualViewport ? visualViewport.offsetTop + visualViewport.height : clientHeight
          const top = document.querySelector('.edit-page')?.getBoundingClientRect().top ?? 0
          const below = Math.min(clientHeight, seen) - MARGIN - cursor.bottom - GAP
          const above = cursor.top - GAP - Math.max(top, 0)
          const isAbove = wanted > below && above > below
          const height = Math.min(wanted, Math.max(isAbove ? above : below, 0))
          floating.style.maxHeight = `${height}px`
          const beyond = Math.max(cursor.left + width - clientWidth, 0)
          return {
            x: rects.reference.x - Math.min(beyond, cursor.left),
            y: isAbove ? rects.reference.y - GAP - height : rects.reference.y + rects.reference.height + GAP,
          }
        },
      },
    ],
  },
}
