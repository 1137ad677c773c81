// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'

function opened(markdown: string) {
  const page = mountedRich(markdown)
  return page.editor
}

it('Escape leaves the focus in the text, where the next letters go', () => {
  const editor = opened('One.\n')
  const blur = vi.spyOn(editor, 'blur')
  const { prosemirrorView: view } = editor

  view.someProp('handleKeyDown', (handle) => handle(view, new KeyboardEvent('keydown', { key: 'Escape' })))

  expect(blur).not.toHaveBeenCalled()
})

it('Tab right after Escape is left to the browser, which leads out of the text', () => {
  const { dom } = opened('One.\n').prosemirrorView
  let isHandled = false
  dom.addEventListener('keydown', () => (isHandled = true))
  const isBrowsers = (key: string) => {
    isHandled = false
    const isUnprevented = dom.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    return isUnprevented && !isHandled
  }

  isBrowsers('Escape')
  expect(isBrowsers('Tab')).toBe(true)
  expect(isBrowsers('Tab')).toBe(false)
  isBrowsers('Escape')
  isBrowsers('Shift')
  expect(isBrowsers('Tab')).toBe(true)
  isBrowsers('Escape')
  dom.dispatchEvent(new FocusEvent('blur'))
  expect(isBrowsers('Tab')).toBe(false)
  isBrowsers('Escape')
  isBrowsers('a')
  expect(isBrowsers('Tab')).toBe(false)
})
