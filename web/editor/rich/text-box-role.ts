import { createExtension } from '@blocknote/core'

/**
 * A text box cannot be expanded: the editor says so of its text while a menu is open, and screen readers would take it
 * for another kind of field. What is chosen in the menu is announced all the same.
 */
export const textBoxRole = createExtension({
  key: 'text-box-role',
  mount({ dom, signal }) {
    const attribute = 'aria-expanded'
    const observer = new MutationObserver(() => dom.removeAttribute(attribute))
    observer.observe(dom, { attributeFilter: [attribute] })
    signal.addEventListener('abort', () => observer.disconnect())
  },
})
