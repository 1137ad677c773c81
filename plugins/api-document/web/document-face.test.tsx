// @vitest-environment jsdom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { stubMatchMedia } from '#tests/support/missing-in-jsdom.ts'
import { mounted, typeInto, until } from '#tests/support/mounted.tsx'
import type { FaceControls } from '#web/editor/face-controls.ts'
import { Themed } from '#web/theme/themed.tsx'
import { DocumentFace } from './document-face.tsx'

const CONTENT = `{ "info": {"url":"/a",  "x-own": 1.50},
  "request": {"query": [ {"name":"one","custom":7}, {"name":"two"} ], "params": {"mode":"json","json":"{\\"id\\":1}"}} }
`

/** The form for this content, and what it reports to the editor. */
async function formOf(content: string, isReadOnly = false) {
  stubMatchMedia()
  let controls: FaceControls | null = null
  let touched = 0
  const { place } = await mounted(
    <Themed>
      <DocumentFace
        {...{ content, isReadOnly, pageKey: 'a page', commands: [] }}
        onTouched={() => (touched += 1)}
        onFiles={() => {}}
        onControls={(given) => (controls = given)}
      />
    </Themed>,
    {},
  )
  await until(() => place.querySelector('.api-form'))
  const fields = (selector: string) => [...place.querySelectorAll<HTMLInputElement>(selector)]
  const field = (selector: string, at = 0): HTMLInputElement => {
    const found = fields(selector)[at]
    if (!found) throw new Error(`there is no ${selector}`)
    return found
  }
  return {
    place,
    field,
    names: () => fields('section[aria-labelledby] td:first-child input').map(({ value }) => value),
    said: () => controls?.content(),
    touched: () => touched,
    type: (input: HTMLInputElement, text: string) => act(async () => typeInto(input, text)),
    press: (input: HTMLElement, key: string, options: KeyboardEventInit = {}) =>
      act(async () => void input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...options }))),
    paste: (input: HTMLElement, text: string) =>
      act(async () => {
        const event = new Event('paste', { bubbles: true, cancelable: true })
        Object.assign(event, { clipboardData: { getData: () => text } })
        input.dispatchEvent(event)
      }),
  }
}
const ROW = 'td:first-child input'

describe('the form of a document', () => {
  it('returns exactly what nobody touched', async () => {
    const { said, touched, names } = await formOf(CONTENT)
    expect([said(), touched()]).toEqual([CONTENT, 0])
    expect(names()).toEqual(['one', 'two'])
  })

  it('changes the edited field, and no other character', async () => {
    const { said, touched, type, field } = await formOf(CONTENT)
    await type(field(ROW), 'renamed')
    expect(said()).toBe(CONTENT.replace('"one"', '"renamed"'))
    expect(touched()).toBe(1)
  })

  it('adds a row with Enter and moves it with Alt and an arrow key, and keeps the cursor in it', async () => {
    const { press, field, names, type } = await formOf(CONTENT)
    await press(field(ROW), 'Enter')
    expect(names()).toEqual(['one', '', 'two'])
    expect(document.activeElement).toBe(field(ROW, 1))
    await type(field(ROW, 1), 'new')
    await press(field(ROW, 1), 'ArrowUp', { altKey: true })
    expect(names()).toEqual(['new', 'one', 'two'])
    expect(document.activeElement).toBe(field(ROW, 0))
  })

  it('makes rows of pasted text, and leaves a plain word to the field', async () => {
    const { paste, field, names, touched } = await formOf(CONTENT)
    await paste(field(ROW), 'word')
    expect(touched()).toBe(0)
    await paste(field(ROW), 'two\tint\nthree\tstring')
    expect(names()).toEqual(['one', 'two', 'three'])
  })

  it('can be read, and changes nothing, while somebody else is editing', async () => {
    const { paste, press, field, said, touched, place } = await formOf(CONTENT, true)
    await press(field(ROW), 'Enter')
    await press(field(ROW), 'ArrowDown', { altKey: true })
    await paste(field(ROW), 'a\tb')
    const box = field('[type=checkbox]')
    await act(async () => box.click())
    expect([said(), touched(), box.checked]).toEqual([CONTENT, 0, false])
    expect(place.querySelectorAll(':is(input:not([readonly]), select):not([aria-disabled=true])')).toHaveLength(0)
  })

  it.each(['{"info":{"url":"/a"', '# markdown', '[]', ''])('[DOC-07] leaves %j as it is', async (content) => {
    const { said, place } = await formOf(content)
    expect(said()).toBe(content)
    expect(place.querySelector('[role=alert]')).not.toBeNull()
  })
})
