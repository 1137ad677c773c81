// @vitest-environment jsdom
import { undo } from '@codemirror/commands'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fillPlace, holdPlace, placeOf } from './held-places.ts'
import { createSourceView } from './source-view.ts'

const PICTURE = '![p](/p.png)'

/** A page with a picture held between its words. */
function heldIn(text: string, at: number) {
  const told = { onTouched: () => undefined, onPaste: () => false }
  const view = createSourceView({ parent: document.body, text, label: 'Text', isMarkdown: true, phrases: {}, ...told })
  onTestFinished(() => view.destroy())
  holdPlace(view, { id: 1, label: 'p.png', isBlock: true }, { at, isBlock: false })
  return { view, text: () => view.state.doc.toString() }
}

describe('a picture on its way into the middle of a line of markdown', () => {
  it('comes there after what was typed before it meanwhile, also when that is taken back', () => {
    const { view, text } = heldIn('one two', 4)

    view.dispatch({ changes: { from: 0, insert: 'begun ' }, userEvent: 'input' })
    expect(placeOf(view, 1)?.at).toBe(10)
    undo(view)
    expect(fillPlace(view, 1, PICTURE)).toBe(true)

    expect(text()).toBe(`one ${PICTURE} two`)
  })

  it('comes there again when the deletion of the text around it is taken back', () => {
    const { view, text } = heldIn('one two', 4)

    view.dispatch({ changes: { from: 1, to: 6 } })
    expect(placeOf(view, 1)).toBeNull()
    undo(view)
    expect(fillPlace(view, 1, PICTURE)).toBe(true)

    expect(text()).toBe(`one ${PICTURE} two`)
  })

  it('is not awaited again when it came while its place was deleted', () => {
    const { view } = heldIn('one two', 4)

    view.dispatch({ changes: { from: 1, to: 6 } })
    expect(fillPlace(view, 1, PICTURE)).toBe(false)
    undo(view)

    expect(placeOf(view, 1)).toBeNull()
  })
})
