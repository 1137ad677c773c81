// @vitest-environment jsdom
import { expect, it, onTestFinished } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'

const enter = (target: Element): boolean =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))

it('Enter in the field for the language leads into the code, also while the menu goes', () => {
  const page = mountedRich('```\nls\n```\n')
  const menu = document.body.appendChild(document.createElement('div'))
  menu.id = 'bn-suggestion-menu'
  onTestFinished(() => menu.remove())
  const field = document.querySelector<HTMLInputElement>('.code-language')
  if (!field) throw new Error('there is no field')

  field.value = 'sh'
  enter(field)

  expect(page.markdown()).toBe('```sh\nls\n```\n')
})
