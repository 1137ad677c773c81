import { createExtension } from '@blocknote/core'
import { SuggestionMenu } from '@blocknote/core/extensions'

/**
 * Escape leaves the cursor in the text: the editor's own would take the focus away, and what is typed next would be
 * lost. Tab right after it leads out of the text.
 */
export const escapeKeys = createExtension(({ editor }) => {
  let leadsOut = false
  const isMenuShown = (): boolean => editor.getExtension(SuggestionMenu)?.shown() === true
  return {
    key: 'escape-keys',
    mount({ dom, signal }) {
      const onKey = (event: KeyboardEvent) => {
        // Fields within the text have keys of their own. A Shift comes before its Tab.
        if (event.target !== dom || event.key === 'Shift') return
        // The browser moves the focus.
        if (event.key === 'Tab' && leadsOut) event.stopImmediatePropagation()
        leadsOut = event.key === 'Escape' && !event.isComposing && !isMenuShown()
      }
      dom.addEventListener('keydown', onKey, { capture: true, signal })
      for (const elsewhere of ['pointerdown', 'blur'])
        dom.addEventListener(elsewhere, () => (leadsOut = false), { signal })
    },
    // A menu closes itself.
    keyboardShortcuts: { Escape: () => !isMenuShown() },
  }
})
