import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hideToast, showToast, shownToasts } from './toast-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const { id } of shownToasts()) hideToast(id)
  vi.useRealTimers()
})

const shown = () => shownToasts().map(({ text, action }) => [text, action?.label])
/** What a plugin in JavaScript may give instead of text. */
const given = (value: unknown) => value as string

it('a message and its action are text to the screen that shows them, whatever a plugin gave', () => {
  showToast(given({ a: 1 }))
  showToast(given(7), 'info', { label: given(['Undo', 'it']), run() {} })

  expect(shown()).toEqual([
    ['[object Object]', undefined],
    ['7', 'Undo,it'],
  ])
})

it('what cannot become text fails where the plugin calls, and shows nothing', () => {
  const none: unknown = Object.create(null)

  expect(() => showToast(given(none))).toThrow(TypeError)
  expect(() => showToast('Moved', 'ok', { label: given(none), run() {} })).toThrow(TypeError)
  expect(shown()).toEqual([])
})

it('an action keeps the object it was given with', () => {
  const undo = { label: 'Undo', undone: 0, run: () => {} }
  undo.run = function run(this: typeof undo) {
    this.undone += 1
  }
  showToast('Moved', 'ok', undo)

  shownToasts()[0]?.action?.run()

  expect(undo.undone).toBe(1)
})
