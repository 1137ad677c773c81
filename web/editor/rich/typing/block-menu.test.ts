// @vitest-environment jsdom
import { expect, it, onTestFinished } from 'vitest'
import { openRichDocument, type RichDocument } from '../rich-document.ts'

const nothing = () => undefined

function opened(source: string): RichDocument {
  const page = openRichDocument(source, {
    ...{ language: 'en', label: 'Text', placeholder: '', codeLanguage: '' },
    ...{ ask: nothing, onUnstorable: nothing },
  })
  page.editor.mount(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => page.editor.unmount())
  return page
}
const enter = (target: Element): boolean =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))

it('Enter in the field for the language leads into the code, also while the menu goes', () => {
  const page = opened('```\nls\n```\n')
  const menu = document.body.appendChild(document.createElement('div'))
  menu.id = 'bn-suggestion-menu'
  onTestFinished(() => menu.remove())
  const field = document.querySelector<HTMLInputElement>('.code-language')
  if (!field) throw new Error('there is no field')

  field.value = 'sh'
  enter(field)

  expect(page.markdown()).toBe('```sh\nls\n```\n')
})
