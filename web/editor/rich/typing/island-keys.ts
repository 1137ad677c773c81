import { createExtension } from '@blocknote/core'
import type { RichEditor } from '../rich-schema.tsx'
import { leaveFromEmptyLine } from './leave-from-empty-line.ts'

/** A last line with nothing but the marks of a quote. */
const EMPTY_LINE = /(?<=[^\n])\n[ \t]*(?:>[ \t]?)*$/
/** The end of a formula that is closed: what is behind it is no part of it. */
const END_OF_FORMULA = /(?<=^\$\$\n(?:(?!\$\$).*\n)*\$\$)$/
const MARKS_OF_QUOTE = /^[ \t]*(?:>[ \t]?)+/

/**
 * Enter and Tab inside an island edit it. In a quote, as a callout is one, Enter begins the next line with its marks. On
 * an empty last line, and behind a formula, Enter leads out: otherwise whoever typed on would write all of a page into
 * the island.
 */
export const islandKeys = createExtension(({ editor }) => {
  const rich = editor as unknown as RichEditor
  const type = (text: string): boolean => {
    if (rich.getTextCursorPosition().block.type !== 'mdIsland') return false
    return rich.transact((transaction) => {
      transaction.insertText(text)
      return true
    })
  }
  return {
    key: 'island-keys',
    keyboardShortcuts: {
      Enter: () =>
        leaveFromEmptyLine(rich, 'mdIsland', EMPTY_LINE) ||
        leaveFromEmptyLine(rich, 'mdIsland', END_OF_FORMULA) ||
        type(`\n${marksAtCursor(rich)}`),
      Tab: () => type('  '),
    },
  }
})

/** Those of the line with the cursor; '' before and outside of them. */
function marksAtCursor(editor: RichEditor): string {
  const { parent, parentOffset } = editor.prosemirrorState.selection.$from
  const before = parent.textContent.slice(0, parentOffset)
  return MARKS_OF_QUOTE.exec(before.slice(before.lastIndexOf('\n') + 1))?.[0] ?? ''
}
