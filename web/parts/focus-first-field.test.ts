// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { stubMatchMedia } from '#tests/support/missing-in-jsdom.ts'
import { focusFirstField } from './focus-first-field.ts'

beforeEach(stubMatchMedia)

/** The name of the field that gets the focus, as `ref` of a form with this content. */
function focusedIn(content: string): string | null {
  document.body.innerHTML = `<div><form>${content}</form></div>`
  focusFirstField(document.querySelector('form'))
  return document.activeElement?.getAttribute('name') ?? null
}

it('the first field has the focus, also a list to choose from', () => {
  expect(focusedIn('<input type="checkbox" name="a"><input name="b"><textarea name="c"></textarea>')).toBe('b')
  expect(focusedIn('<input readonly aria-haspopup="listbox" name="a"><input name="b">')).toBe('a')
  expect(focusedIn('<input readonly name="a"><input disabled name="b"><textarea name="c"></textarea>')).toBe('c')
})

it('nothing takes it from where it is, and a form in a closed tab does not get it', () => {
  document.body.innerHTML = '<button name="other"></button><form><input name="a"></form>'
  document.querySelector('button')?.focus()
  focusFirstField(document.querySelector('form'))
  expect(document.activeElement?.getAttribute('name')).toBe('other')

  document.body.innerHTML = '<div style="display: none"><form><input name="a"></form></div>'
  focusFirstField(document.querySelector('form'))
  expect(document.activeElement).toBe(document.body)
})
