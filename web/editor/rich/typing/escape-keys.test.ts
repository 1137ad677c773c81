// @vitest-environment jsdom
import { expect, it, onTestFinished, vi } from 'vitest'
import { openRichDocument } from '../rich-document.ts'

const nothing = () => undefined

function opened(markdown: string) {
  const page = openRichDocument(markdown, {
    ...{ language: 'en', label: 'Text', placeholder: '', codeLanguage: '' },
    ...{ ask: nothing, onUnstorable: nothing },
  })
  page.editor.mount(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => page.editor.unmount())
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
